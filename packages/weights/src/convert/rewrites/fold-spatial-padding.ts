import type { TfliteGraph, TfliteOperator } from '../../tflite/graph.ts';
import type { Borders } from '../../tflite/options.ts';
import { readIntegers } from '../constants.ts';
import { editGraph, type GraphEdit } from './graph-edit.ts';

/** Lets an unpadded convolution pad for itself where only zeros around the image were added for it. */
export function foldSpatialPadding(graph: TfliteGraph, pinned: readonly number[]): TfliteGraph {
  const edit = editGraph(graph, pinned);
  for (const conv of edit.operators) {
    if (conv.name !== 'CONV_2D' && conv.name !== 'DEPTHWISE_CONV_2D') continue;
    const [padded = -1, ...weights] = conv.inputs;
    const pad = edit.producerForOne(padded);
    const borders = pad?.name === 'PAD' ? readBorders(edit, pad) : null;
    const [image] = pad?.inputs ?? [];
    if (pad === undefined || image === undefined || borders === null || conv.options.padding !== 'valid')
      continue;
    edit.replace(pad, []);
    edit.replace(conv, [
      { ...conv, inputs: [image, ...weights], options: { ...conv.options, padding: borders } },
    ]);
  }
  return edit.finish();
}

function readBorders(edit: GraphEdit, pad: TfliteOperator): Borders | null {
  const paddings = readIntegers(edit.tensor(pad.inputs[1] ?? -1));
  if (paddings?.length !== 8) return null;
  const [batchBefore, batchAfter, top = 0, bottom = 0, left = 0, right = 0, before, after] = paddings;
  const onlySpatial = [batchBefore, batchAfter, before, after].every((padding) => padding === 0);
  return onlySpatial ? { top, left, bottom, right } : null;
}
