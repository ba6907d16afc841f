import type { BuiltinNode } from '../../tflite/graph.ts';
import type { Conversion } from '../conversion.ts';

/** MEAN and SUM over constant axes. */
export function convertReduction(op: 'ReduceMean' | 'ReduceSum') {
  return (node: BuiltinNode<'MEAN' | 'SUM'>, conversion: Conversion): void => {
    const [input = -1, axesInput = -1] = node.inputs;
    const [output = -1] = node.outputs;
    const axes = conversion.integers(axesInput);
    const value = conversion.value(input, 'stored');
    const keepdims = node.options.keepsDimensions ? 1 : 0;
    // ReduceSum takes its axes as an input since operator set 13, ReduceMean not before 18.
    const reduced =
      op === 'ReduceSum'
        ? conversion.emit(op, [value, conversion.addIntegers(axes)], { keepdims })
        : conversion.emit(op, [value], { axes, keepdims });
    conversion.bind(output, 'stored', reduced);
  };
}
