import { FRAME_COUNTS, V3_1_FRAME_COUNTS, V3_FRAME_COUNTS } from './documented-aliases.ts';

/** How an `X-Model-Version` value leads to a model. */
export interface VersionAlias {
  /** Model id by frame count; a count that is absent has no model of this version. */
  readonly modelIds: ReadonlyMap<number, string>;
  /** Model taken when no count is sent, and whatever the count when `modelIds` is empty. */
  readonly defaultModelId?: string;
}

const family = (suffix: string, counts: readonly number[] = FRAME_COUNTS): VersionAlias => ({
  modelIds: new Map(counts.map((count) => [count, `mixed-${count}-${suffix}`])),
});

const V2 = family('v2');

/** The documented version aliases. `v1` is the legacy spatial model: one model, no choice of frames. */
export const VERSION_ALIASES: ReadonlyMap<string, VersionAlias> = new Map([
  ['latest', V2],
  ['v2', V2],
  ['v3', family('v3', V3_FRAME_COUNTS)],
  ['v3_1', family('v3_1', V3_1_FRAME_COUNTS)],
  ['v3_1_1', family('v3_1_1')],
  ['fast', { modelIds: new Map([[10, '10']]), defaultModelId: '10' }],
  ['v1', { modelIds: new Map(), defaultModelId: '50-v1' }],
]);
