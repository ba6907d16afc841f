import type { FlatTable } from './flatbuffer.ts';
import { TfliteFormatError } from './format-error.ts';

/** Rows and columns of zeros around an image. */
export interface Borders {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** How a spatial window meets the border (schema.fbs, Padding). Files know the names; explicit borders come from rewriting. */
export type Padding = 'same' | 'valid' | Borders;

/** Activation computed in the same operator (schema.fbs, ActivationFunctionType). */
export type FusedActivation = 'none' | 'relu' | 'relu_n1_to_1' | 'relu6' | 'tanh' | 'sign_bit';

const PADDINGS: readonly Padding[] = ['same', 'valid'];
const ACTIVATIONS: readonly FusedActivation[] = ['none', 'relu', 'relu_n1_to_1', 'relu6', 'tanh', 'sign_bit'];

/** A pair over the two spatial axes. */
export interface Spatial {
  readonly height: number;
  readonly width: number;
}

/** Where and how far apart a spatial window is applied. */
export interface WindowOptions {
  readonly padding: Padding;
  readonly stride: Spatial;
  readonly activation: FusedActivation;
}

/** Options of both kinds of convolution; a depthwise weight tensor itself tells the channel multiplier. */
export interface ConvOptions extends WindowOptions {
  readonly dilation: Spatial;
}

/** Options of both kinds of pooling. */
export interface PoolOptions extends WindowOptions {
  readonly filter: Spatial;
}

/** Options of arithmetic: nothing but the fused activation. */
export interface ActivationOptions {
  readonly activation: FusedActivation;
}

/** Options of FULLY_CONNECTED; shuffled weights are a private layout of old mobile kernels. */
export interface FullyConnectedOptions extends ActivationOptions {
  readonly shuffledWeights: boolean;
}

/** Options of CONCATENATION; a negative axis counts from the back. */
export interface ConcatenationOptions extends ActivationOptions {
  readonly axis: number;
}

/** Where RESIZE_BILINEAR takes its samples. */
export interface ResizeOptions {
  readonly alignCorners: boolean;
  readonly halfPixelCenters: boolean;
}

/** Whether MEAN and SUM leave an axis of size 1 behind. */
export interface ReduceOptions {
  readonly keepsDimensions: boolean;
}

/** Bit masks over the axes of a STRIDED_SLICE: bit i speaks of axis i. */
export interface StridedSliceOptions {
  readonly beginMask: number;
  readonly endMask: number;
  readonly ellipsisMask: number;
  readonly newAxisMask: number;
  readonly shrinkAxisMask: number;
}

/** Readers of the option tables, by operator; field numbers are those of tensorflow/lite/schema/schema.fbs. */
export const OPTION_READERS = {
  CONV_2D: (table: FlatTable): ConvOptions => ({
    ...readWindow(table, 3),
    dilation: readSpatial(table, 4, 1),
  }),
  DEPTHWISE_CONV_2D: (table: FlatTable): ConvOptions => ({
    ...readWindow(table, 4),
    dilation: readSpatial(table, 5, 1),
  }),
  AVERAGE_POOL_2D: readPool,
  MAX_POOL_2D: readPool,
  ADD: readActivationOptions,
  SUB: readActivationOptions,
  MUL: readActivationOptions,
  DIV: readActivationOptions,
  FULLY_CONNECTED: (table: FlatTable): FullyConnectedOptions => ({
    activation: readActivation(table, 0),
    shuffledWeights: table.u8(1, 0) !== 0,
  }),
  CONCATENATION: (table: FlatTable): ConcatenationOptions => ({
    axis: table.i32(0, 0),
    activation: readActivation(table, 1),
  }),
  RESIZE_BILINEAR: (table: FlatTable): ResizeOptions => ({
    alignCorners: table.u8(2, 0) !== 0,
    halfPixelCenters: table.u8(3, 0) !== 0,
  }),
  MEAN: readReduce,
  SUM: readReduce,
  STRIDED_SLICE: (table: FlatTable): StridedSliceOptions => ({
    beginMask: table.i32(0, 0),
    endMask: table.i32(1, 0),
    ellipsisMask: table.i32(2, 0),
    newAxisMask: table.i32(3, 0),
    shrinkAxisMask: table.i32(4, 0),
  }),
};

/** The options each operator carries in a graph. */
export type OptionsByOperator = {
  readonly [K in keyof typeof OPTION_READERS]: ReturnType<(typeof OPTION_READERS)[K]>;
};

function readWindow(table: FlatTable, activationField: number): WindowOptions {
  return {
    padding: pick(PADDINGS, table.i8(0, 0), 'padding'),
    stride: readSpatial(table, 1, 0),
    activation: readActivation(table, activationField),
  };
}

function readPool(table: FlatTable): PoolOptions {
  return { ...readWindow(table, 5), filter: readSpatial(table, 3, 0) };
}

/** A width and, in the next field, a height. */
function readSpatial(table: FlatTable, field: number, fallback: number): Spatial {
  const [width, height] = [table.i32(field, fallback), table.i32(field + 1, fallback)];
  if (width < 1 || height < 1) throw new TfliteFormatError(`a window of ${width} x ${height}`);
  return { width, height };
}

function readReduce(table: FlatTable): ReduceOptions {
  return { keepsDimensions: table.u8(0, 0) !== 0 };
}

function readActivationOptions(table: FlatTable): ActivationOptions {
  return { activation: readActivation(table, 0) };
}

function readActivation(table: FlatTable, field: number): FusedActivation {
  return pick(ACTIVATIONS, table.i8(field, 0), 'activation');
}

function pick<T>(names: readonly T[], index: number, what: string): T {
  const name = names[index];
  if (name === undefined) throw new TfliteFormatError(`unknown ${what} code ${index}`);
  return name;
}
