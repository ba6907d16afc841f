import type { BuiltinNode, TfliteOperator } from '../../tflite/graph.ts';
import type { Conversion } from '../conversion.ts';
import { axisIn, perAxisIn } from '../layout.ts';
import { commonLayout } from './elementwise.ts';

type Ports = Pick<TfliteOperator, 'inputs' | 'outputs'>;

/** A slice end that means "to the end of the axis". */
const TO_THE_END = 2 ** 31 - 1;

/** RESHAPE: the output tensor states the result, whatever form the wanted shape comes in. */
export function convertReshape(node: Ports, conversion: Conversion): void {
  const [input = -1] = node.inputs;
  const [output = -1] = node.outputs;
  const shape = conversion.addIntegers(conversion.tensor(output).shape);
  conversion.bind(output, 'stored', conversion.emit('Reshape', [conversion.value(input, 'stored'), shape]));
}

/** TRANSPOSE by a constant permutation. */
export function convertTranspose(node: Ports, conversion: Conversion): void {
  const [input = -1, permutation = -1] = node.inputs;
  const [output = -1] = node.outputs;
  const perm = conversion.integers(permutation);
  const value = conversion.emit('Transpose', [conversion.value(input, 'stored')], { perm });
  conversion.bind(output, 'stored', value);
}

/** PAD with zeros; paddings are [before, after] for each stored axis, the channels among them. */
export function convertPad(node: Ports, conversion: Conversion): void {
  const [input = -1, paddingsInput = -1] = node.inputs;
  const [output = -1] = node.outputs;
  const paddings = conversion.integers(paddingsInput);
  const layout = conversion.layoutOf(input);
  const ofSide = (side: 0 | 1): readonly number[] =>
    perAxisIn(
      layout,
      paddings.filter((_, index) => index % 2 === side),
    );
  const pads = conversion.addIntegers([...ofSide(0), ...ofSide(1)]);
  conversion.bind(output, layout, conversion.emit('Pad', [conversion.value(input, layout), pads]));
}

/** CONCATENATION; one channels-first input draws the others along. */
export function convertConcatenation(node: BuiltinNode<'CONCATENATION'>, conversion: Conversion): void {
  const [output = -1] = node.outputs;
  const rank = conversion.tensor(output).shape.length;
  const layout = commonLayout(node.inputs, conversion);
  const values = node.inputs.map((index) => conversion.value(index, layout));
  const value = conversion.emit('Concat', values, { axis: axisIn(layout, node.options.axis, rank) });
  conversion.bind(output, layout, conversion.activate(value, node.options.activation));
}

/** STRIDED_SLICE with constant bounds: Slice, then Squeeze for the axes of the shrink mask. */
export function convertStridedSlice(node: BuiltinNode<'STRIDED_SLICE'>, conversion: Conversion): void {
  const [input = -1, beginInput = -1, endInput = -1, stridesInput = -1] = node.inputs;
  const [output = -1] = node.outputs;
  const { beginMask, endMask, ellipsisMask, newAxisMask, shrinkAxisMask } = node.options;
  const steps = conversion.integers(stridesInput);
  const ends = conversion.integers(endInput);
  if (ellipsisMask !== 0 || newAxisMask !== 0) conversion.reject('it has an ellipsis or a new axis');
  if (steps.some((step) => step <= 0)) conversion.reject('it runs backwards');
  const starts = conversion.integers(beginInput).map((start, axis) => (has(beginMask, axis) ? 0 : start));
  const stops = starts.map((start, axis) => {
    if (has(shrinkAxisMask, axis)) return start === -1 ? TO_THE_END : start + 1;
    return has(endMask, axis) ? TO_THE_END : (ends[axis] ?? TO_THE_END);
  });
  const axes = starts.map((_, axis) => axis);
  const bounds = [starts, stops, axes, steps].map((values) => conversion.addIntegers(values));
  const slice = conversion.emit('Slice', [conversion.value(input, 'stored'), ...bounds]);
  const shrunk = axes.filter((axis) => has(shrinkAxisMask, axis));
  const value =
    shrunk.length === 0 ? slice : conversion.emit('Squeeze', [slice, conversion.addIntegers(shrunk)]);
  conversion.bind(output, 'stored', value);
}

function has(mask: number, axis: number): boolean {
  return (mask & (1 << axis)) !== 0;
}
