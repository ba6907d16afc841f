import type { BuiltinNode, TfliteGraph, TfliteOperator } from '../../tflite/graph.ts';
import { floatTensor, readFloats, readIntegers } from '../constants.ts';
import { CHANNEL_BLOCK } from './align-channels.ts';
import { editGraph, type GraphEdit } from './graph-edit.ts';

interface Match {
  readonly pad: BuiltinNode<'PAD'>;
  readonly conv: BuiltinNode<'CONV_2D'>;
  /** The tensor that gets zero channels behind its own. */
  readonly shortcut: number;
  readonly shortcutChannels: number;
}

/**
 * Rewrites ADD(PAD(x), CONV_2D(y)), where PAD appends zero channels: the first channels are a sum, the others are the
 * convolution alone. So the convolution is cut in two and the parts are joined by CONCATENATION, which onnxruntime does
 * on its blocked layout; a PAD of channels would cost two reorderings and unfuse the sum. A RELU behind moves into both
 * parts, where it is fused.
 */
export function splitChannelPadding(graph: TfliteGraph, pinned: readonly number[]): TfliteGraph {
  const edit = editGraph(graph, pinned);
  for (const add of edit.operators) {
    if (add.name !== 'ADD' || add.options.activation !== 'none') continue;
    const match = matchPaddedSum(edit, add);
    if (match !== null) split(edit, add, match);
  }
  return edit.finish();
}

function matchPaddedSum(edit: GraphEdit, add: BuiltinNode<'ADD'>): Match | null {
  const terms = add.inputs.map((index) => edit.producerForOne(index));
  const pad = terms.find((term) => term?.name === 'PAD');
  const conv = terms.find((term) => term?.name === 'CONV_2D');
  if (pad === undefined || conv === undefined || conv.options.activation !== 'none') return null;
  const [shortcut = -1, paddingsIndex = -1] = pad.inputs;
  const paddings = readIntegers(edit.tensor(paddingsIndex));
  const shortcutChannels = edit.tensor(shortcut)?.shape[3] ?? 0;
  const appendsChannels = paddings?.length === 8 && paddings.slice(0, 7).every((padding) => padding === 0);
  if (!appendsChannels || shortcutChannels === 0 || shortcutChannels % CHANNEL_BLOCK !== 0) return null;
  return { pad, conv, shortcut, shortcutChannels };
}

function split(
  edit: GraphEdit,
  add: BuiltinNode<'ADD'>,
  { pad, conv, shortcut, shortcutChannels }: Match,
): void {
  const [sum = -1] = add.outputs;
  const [height = 1, width = 1, channels = 1] = edit.tensor(sum)?.shape.slice(1) ?? [];
  const activation = (count: number): number => edit.addActivation([1, height, width, count]);
  const restChannels = channels - shortcutChannels;

  const first = cutConvolution(edit, conv, 0, shortcutChannels, activation(shortcutChannels));
  const rest = cutConvolution(edit, conv, shortcutChannels, channels, activation(restChannels));
  const added = activation(shortcutChannels);
  const inputs = [shortcut, ...first.outputs];
  const parts: TfliteOperator[] = [first, rest, { ...add, inputs, outputs: [added] }];
  const relu = edit.onlyReader(sum);
  let joined = [added, ...rest.outputs];
  let output = [sum];
  if (relu?.name === 'RELU') {
    const rectified = [activation(shortcutChannels), activation(restChannels)];
    parts.push(
      ...rectified.map((output, part) => ({ ...relu, inputs: [joined[part] ?? -1], outputs: [output] })),
    );
    joined = rectified;
    output = [...relu.outputs];
    edit.replace(relu, []);
  }
  const options = { axis: 3, activation: 'none' } as const;
  parts.push({ name: 'CONCATENATION', inputs: joined, outputs: output, options });
  edit.replace(pad, []);
  edit.replace(conv, []);
  edit.replace(add, parts);
}

/** The part of a convolution that computes the output channels from `start` to before `end`. */
function cutConvolution(
  edit: GraphEdit,
  conv: BuiltinNode<'CONV_2D'>,
  start: number,
  end: number,
  output: number,
): BuiltinNode<'CONV_2D'> {
  const [input = -1, ...parameters] = conv.inputs;
  const cut = parameters.map((index) => {
    const constant = readFloats(edit.tensor(index));
    if (constant === null) return index;
    const [channels = 1, ...dims] = constant.dims;
    const perChannel = constant.data.length / channels;
    return edit.addTensor(
      floatTensor([end - start, ...dims], constant.data.slice(start * perChannel, end * perChannel)),
    );
  });
  return { ...conv, inputs: [input, ...cut], outputs: [output] };
}
