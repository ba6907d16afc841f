import type { BuiltinNode } from '../../tflite/graph.ts';
import type { Conversion } from '../conversion.ts';

/** FULLY_CONNECTED: weights [out, in], everything but the last axis is batch. */
export function convertFullyConnected(node: BuiltinNode<'FULLY_CONNECTED'>, conversion: Conversion): void {
  const [input = -1, weights = -1, bias = -1] = node.inputs;
  const [output = -1] = node.outputs;
  const { shuffledWeights, activation } = node.options;
  if (shuffledWeights) conversion.reject('its weights are shuffled');
  const inputSize = conversion.tensor(weights).shape[1] ?? 1;
  const inputs = [rowsOf(input, inputSize, conversion), conversion.value(weights, 'stored')];
  if (bias !== -1) inputs.push(conversion.value(bias, 'stored'));
  const rows = conversion.activate(conversion.emit('Gemm', inputs, { transB: 1 }), activation);
  const { shape } = conversion.tensor(output);
  const value = shape.length === 2 ? rows : conversion.emit('Reshape', [rows, conversion.addIntegers(shape)]);
  conversion.bind(output, 'stored', value);
}

function rowsOf(input: number, size: number, conversion: Conversion): string {
  const value = conversion.value(input, 'stored');
  const isMatrix = conversion.tensor(input).shape.length === 2;
  return isMatrix ? value : conversion.emit('Reshape', [value, conversion.addIntegers([-1, size])]);
}
