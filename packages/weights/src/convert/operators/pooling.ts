import type { BuiltinNode } from '../../tflite/graph.ts';
import type { Conversion } from '../conversion.ts';
import { spatialPads } from '../spatial-pads.ts';

type PoolNode = BuiltinNode<'MAX_POOL_2D' | 'AVERAGE_POOL_2D'>;

/** MAX_POOL_2D: the border never wins, in TFLite as in ONNX. */
export function convertMaxPool(node: PoolNode, conversion: Conversion): void {
  convertPool('MaxPool', node, conversion);
}

/** AVERAGE_POOL_2D: the border does not count, in TFLite as by default in ONNX. */
export function convertAveragePool(node: PoolNode, conversion: Conversion): void {
  convertPool('AveragePool', node, conversion);
}

function convertPool(op: 'MaxPool' | 'AveragePool', node: PoolNode, conversion: Conversion): void {
  const [input = -1] = node.inputs;
  const [output = -1] = node.outputs;
  const { padding, stride, filter, activation } = node.options;
  const value = conversion.emit(op, [conversion.value(input, 'channels-first')], {
    kernel_shape: [filter.height, filter.width],
    strides: [stride.height, stride.width],
    pads: spatialPads(conversion.tensor(input).shape, {
      padding,
      stride,
      dilation: { height: 1, width: 1 },
      window: filter,
    }),
  });
  conversion.bind(output, 'channels-first', conversion.activate(value, activation));
}
