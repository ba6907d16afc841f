import type { BuiltinOperator } from '../tflite/builtin-operators.ts';
import type { BuiltinNode, CustomNode } from '../tflite/graph.ts';
import type { Conversion } from './conversion.ts';
import { convertConv, convertDepthwiseConv } from './operators/convolution.ts';
import { convertArithmetic, convertSquaredDifference, convertUnary } from './operators/elementwise.ts';
import { convertFullyConnected } from './operators/fully-connected.ts';
import { convertAveragePool, convertMaxPool } from './operators/pooling.ts';
import { convertPrelu } from './operators/prelu.ts';
import { convertReduction } from './operators/reduction.ts';
import { convertResizeBilinear } from './operators/resize.ts';
import {
  convertConcatenation,
  convertPad,
  convertReshape,
  convertStridedSlice,
  convertTranspose,
} from './operators/shape.ts';
import { convertTransposedConvolution } from './operators/transposed-convolution.ts';

type OperatorTable = {
  readonly [K in BuiltinOperator]?: (node: BuiltinNode<K>, conversion: Conversion) => void;
};

/** Every operator the converter knows: adding one is adding an entry. */
export const OPERATOR_TABLE: OperatorTable = {
  ADD: convertArithmetic('Add'),
  AVERAGE_POOL_2D: convertAveragePool,
  CONCATENATION: convertConcatenation,
  CONV_2D: convertConv,
  DEPTHWISE_CONV_2D: convertDepthwiseConv,
  DIV: convertArithmetic('Div'),
  FULLY_CONNECTED: convertFullyConnected,
  HARD_SWISH: convertUnary('HardSwish'),
  LOGISTIC: convertUnary('Sigmoid'),
  MAX_POOL_2D: convertMaxPool,
  MEAN: convertReduction('ReduceMean'),
  MUL: convertArithmetic('Mul'),
  NEG: convertUnary('Neg'),
  PAD: convertPad,
  PRELU: convertPrelu,
  RELU: convertUnary('Relu'),
  RESHAPE: convertReshape,
  RESIZE_BILINEAR: convertResizeBilinear,
  RSQRT: convertUnary('Sqrt', 'Reciprocal'),
  SQRT: convertUnary('Sqrt'),
  SQUARED_DIFFERENCE: convertSquaredDifference,
  STRIDED_SLICE: convertStridedSlice,
  SUB: convertArithmetic('Sub'),
  SUM: convertReduction('ReduceSum'),
  TRANSPOSE: convertTranspose,
};

/** Custom operators, by their author's name. */
export const CUSTOM_OPERATORS: Readonly<Record<string, (node: CustomNode, conversion: Conversion) => void>> =
  {
    Convolution2DTransposeBias: convertTransposedConvolution,
  };
