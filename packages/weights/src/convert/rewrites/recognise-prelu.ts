import type { BuiltinNode, TfliteGraph, TfliteOperator, TfliteTensor } from '../../tflite/graph.ts';
import { floatTensor, readFloats } from '../constants.ts';
import { editGraph, type GraphEdit } from './graph-edit.ts';

interface Match {
  readonly input: number;
  readonly slopes: TfliteTensor;
  readonly absorbed: readonly TfliteOperator[];
}

/**
 * Rewrites SELECT(GREATER(x, 0), x, MUL(x, slopes)), the form in which PyTorch exporters write a parametric ReLU, as
 * PRELU(x, slopes) with one slope a channel. The two intermediate tensors must have no other reader.
 */
export function recognisePrelu(graph: TfliteGraph, pinned: readonly number[]): TfliteGraph {
  const edit = editGraph(graph, pinned);
  for (const select of edit.operators) {
    const match = select.name === 'SELECT' ? matchSelect(edit, select) : null;
    if (match === null) continue;
    for (const operator of match.absorbed) edit.replace(operator, []);
    const inputs = [match.input, edit.addTensor(match.slopes)];
    edit.replace(select, [{ name: 'PRELU', inputs, outputs: select.outputs, options: null }]);
  }
  return edit.finish();
}

function matchSelect(edit: GraphEdit, select: BuiltinNode<'SELECT'>): Match | null {
  const [condition = -1, input = -1, scaled = -1] = select.inputs;
  const greater = edit.producerForOne(condition);
  const multiply = edit.producerForOne(scaled);
  if (greater?.name !== 'GREATER' || multiply?.name !== 'MUL') return null;
  const [compared, zero = -1] = greater.inputs;
  const factor = multiply.inputs.find((index) => index !== input);
  const scalesInput = multiply.inputs.includes(input) && multiply.options.activation === 'none';
  if (compared !== input || factor === undefined || !scalesInput || !isZero(edit.tensor(zero))) return null;
  const slopes = perChannel(edit.tensor(factor));
  return slopes === null ? null : { input, slopes, absorbed: [greater, multiply] };
}

/** Exporters repeat the slopes over the whole image; keeps one row of them, or null when they differ by place. */
function perChannel(tensor: TfliteTensor | undefined): TfliteTensor | null {
  const constant = readFloats(tensor);
  if (constant === null) return null;
  const channels = constant.dims.at(-1) ?? 1;
  const slopes = constant.data.slice(0, channels);
  const repeats = constant.data.every((value, index) => value === slopes[index % channels]);
  return repeats ? floatTensor([channels], slopes) : null;
}

function isZero(tensor: TfliteTensor | undefined): boolean {
  return readFloats(tensor)?.data.every((value) => value === 0) ?? false;
}
