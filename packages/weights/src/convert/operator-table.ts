import type { BuiltinOperator } from '../tflite/builtin-operators.ts';
import type { BuiltinNode } from '../tflite/graph.ts';
import type { Conversion } from './conversion.ts';
import { convertConv, convertDepthwiseConv } from './operators/convolution.ts';
import { convertArithmetic, convertSquaredDifference, convertUnary } from './operators/elementwise.ts';
import { convertFullyConnected } from './operators/fully-connected.ts';
import { convertMaxPool } from './operators/pooling.ts';
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

type OperatorTable = {
  readonly [K in BuiltinOperator]?: (node: BuiltinNode<K>, conversion: Conversion) => void;
};

/** Every operator the converter knows: adding one is adding an entry. */
export const OPERATOR_TABLE: OperatorTable = {
  ADD: convertArithmetic('Add'),
  CONCATENATION: convertConcatenation,
  CONV_2D: convertConv,
  DEPTHWISE_CONV_2D: convertDepthwiseConv,
  DIV: convertArithmetic('Div'),
  FULLY_CONNECTED: convertFullyConnected,
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
