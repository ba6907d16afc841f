import type { TfliteGraph } from '../tflite/graph.ts';
import { alignChannels } from './rewrites/align-channels.ts';
import { foldSpatialPadding } from './rewrites/fold-spatial-padding.ts';
import { recognisePrelu } from './rewrites/recognise-prelu.ts';
import { splitChannelPadding } from './rewrites/split-channel-padding.ts';
import { widenConstants } from './rewrites/widen-constants.ts';

/** Steps in order: the later ones count on plain float32 constants and on PRELU being one operator. */
const REWRITES = [
  widenConstants,
  recognisePrelu,
  foldSpatialPadding,
  splitChannelPadding,
  alignChannels,
] as const;

/**
 * Brings a graph into the form that onnxruntime runs fastest, with the same results but for rounding. Indices of tensors
 * stay valid; the `pinned` ones are still computed, in their old shape.
 */
export function rewriteGraph(graph: TfliteGraph, pinned: readonly number[]): TfliteGraph {
  return REWRITES.reduce((rewritten, rewrite) => rewrite(rewritten, pinned), graph);
}
