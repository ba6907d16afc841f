import { expect, it } from 'vitest';
import type { Model } from '../models.ts';
import { CaptureAnalysis } from './capture-analysis.ts';

/** Of a model only the number of frames matters here; the tracker and the nets are never reached. */
const parts = {
  model: { manifest: { framesRequired: 10 } } as Model,
  tracker: undefined as never,
  extractor: undefined as never,
  sequenceSignals: [],
  objector: undefined,
};

it('counts frames that never reach it as received and without a face', () => {
  const capture = new CaptureAnalysis({ ...parts, framesReceived: 10, framesDropped: 10 });
  expect(capture.conclude()).toEqual({
    kind: 'insufficient',
    framesRequired: 10,
    framesReceived: 10,
    framesUsable: 0,
    rejections: { 'no-face': 10 },
  });
});

it('names no reason that did not occur', () => {
  const capture = new CaptureAnalysis({ ...parts, framesReceived: 0, framesDropped: 0 });
  expect(capture.conclude()).toMatchObject({ rejections: {} });
});
