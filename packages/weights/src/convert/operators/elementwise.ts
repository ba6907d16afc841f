import type { BuiltinNode, TfliteOperator } from '../../tflite/graph.ts';
import type { Conversion } from '../conversion.ts';
import type { Layout } from '../layout.ts';

type Ports = Pick<TfliteOperator, 'inputs' | 'outputs'>;

/** Arithmetic on two broadcast tensors, with a fused activation. */
export function convertArithmetic(op: 'Add' | 'Sub' | 'Mul' | 'Div') {
  return (node: BuiltinNode<'ADD' | 'SUB' | 'MUL' | 'DIV'>, conversion: Conversion): void => {
    const layout = commonLayout(node.inputs, conversion);
    const value = conversion.emit(op, valuesOf(node, layout, conversion));
    bindOutput(node, layout, conversion.activate(value, node.options.activation), conversion);
  };
}

/** A function of one tensor, as a chain of ONNX operators without attributes. */
export function convertUnary(...ops: readonly string[]) {
  return (node: Ports, conversion: Conversion): void => {
    const layout = commonLayout(node.inputs, conversion);
    const [input = ''] = valuesOf(node, layout, conversion);
    const value = ops.reduce((value, op) => conversion.emit(op, [value]), input);
    bindOutput(node, layout, value, conversion);
  };
}

/** SQUARED_DIFFERENCE: (a - b)^2. */
export function convertSquaredDifference(node: Ports, conversion: Conversion): void {
  const layout = commonLayout(node.inputs, conversion);
  const difference = conversion.emit('Sub', valuesOf(node, layout, conversion));
  bindOutput(node, layout, conversion.emit('Mul', [difference, difference]), conversion);
}

/** Channels first when a computed input is, and every computed input can be; this keeps transposes out of the middle. */
export function commonLayout(inputs: readonly number[], conversion: Conversion): Layout {
  const computed = inputs.filter((index) => !conversion.isConstant(index));
  const allImages = computed.every((index) => conversion.tensor(index).shape.length === 4);
  const anyChannelsFirst = computed.some((index) => conversion.layoutOf(index) === 'channels-first');
  return allImages && anyChannelsFirst ? 'channels-first' : 'stored';
}

function valuesOf(node: Ports, layout: Layout, conversion: Conversion): string[] {
  return node.inputs.map((index) => conversion.value(index, layout));
}

function bindOutput(node: Ports, layout: Layout, value: string, conversion: Conversion): void {
  conversion.bind(node.outputs[0] ?? -1, layout, value);
}
