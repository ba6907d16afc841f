import type { CaptureWarning } from '@vivant/contract/capture-warning';
import { type FrameBatch, type PutOutcome, WARNINGS_LENGTH_MAX } from './frame-buffer.ts';
import type { PackedFrame, UploadRecord } from './upload-tables.ts';

/** What is known of an upload. */
export interface KnownUpload {
  readonly record: UploadRecord;
  readonly indexes: ReadonlySet<number>;
}

/** What of an upload a batch changes. */
export type UploadChange = Omit<UploadRecord, 'organizationId' | 'sessionId' | 'expiresAt' | 'isFinished'>;

/** What a batch does to an upload. */
export type Addition =
  | { readonly kind: 'refused'; readonly outcome: PutOutcome }
  | {
      readonly kind: 'added';
      readonly change: UploadChange;
      /** Those that were not there yet. */
      readonly frames: readonly PackedFrame[];
      readonly isProlonged: boolean;
      readonly completes: boolean;
    };

/**
 * Decides what becomes of a batch, whose frames take the given room.
 * @param known undefined when there is no upload, or none any more
 */
export function addToUpload(
  known: KnownUpload | undefined,
  batch: FrameBatch,
  packed: readonly PackedFrame[],
  { create, sessionBytesMax }: { readonly create: boolean; readonly sessionBytesMax: number },
): Addition {
  const record = known?.record;
  if (!record && !create) return refused({ kind: 'absent' });
  if (record && record.modelId !== batch.modelId)
    return refused({ kind: 'other-model', modelId: record.modelId });
  if (record?.isFinished) return refused({ kind: 'finished' });
  const frames = packed.filter(({ index }) => !known?.indexes.has(index));
  const bytes = frames.reduce((sum, { length }) => sum + length, record?.bytes ?? 0);
  if (bytes > sessionBytesMax) return refused({ kind: 'too-large', what: 'frames' });
  const warnings = distinct([...(record?.warnings ?? []), ...batch.warnings]);
  if (lengthOf(warnings) > WARNINGS_LENGTH_MAX) return refused({ kind: 'too-large', what: 'warnings' });

  const before = record?.framesReceived ?? 0;
  const framesReceived = before + frames.length;
  const framesRequired = record?.framesRequired ?? batch.framesRequired;
  const { fps, source, metadata } = batch.details;
  const said = record?.details ?? {};
  const details = {
    fps: said.fps ?? fps,
    source: said.source ?? source,
    metadata: said.metadata ?? metadata,
  };
  return {
    kind: 'added',
    change: { modelId: batch.modelId, framesRequired, framesReceived, bytes, warnings, details },
    frames,
    isProlonged: !record || frames.length > 0,
    completes: before < framesRequired && framesReceived >= framesRequired,
  };
}

function refused(outcome: PutOutcome): Addition {
  return { kind: 'refused', outcome };
}

function distinct(warnings: readonly CaptureWarning[]): CaptureWarning[] {
  return [...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values()];
}

function lengthOf(warnings: readonly CaptureWarning[]): number {
  return warnings.reduce((sum, warning) => sum + JSON.stringify(warning).length, 0);
}
