import { expect, it } from 'vitest';
import { type VerificationResult, verificationResultSchema } from './verification-result.ts';

const result: VerificationResult = {
  verdict: 'live',
  confidence: 0.91,
  real_score: 0.91,
  score: 91,
  type: 'VERY HIGH',
  session_id: '6f1c2d4e-8a9b-4c3d-9e0f-1a2b3c4d5e6f',
  model: 'mixed-10-v2',
  input_source: 'rest_frames',
  processing_ms: 212,
  frames_processed: 10,
  tenant_metadata: null,
  warning: null,
  warnings: ['too dark'],
  created_at: '2026-11-20T12:00:00.000Z',
  available: true,
  error: null,
  diagnostics: {
    frames_received: 12,
    frames_usable: 10,
    frames_scored: 10,
    rejections: { 'no-face': 2 },
    signals: { ring_motion: 0.4 },
    reasons: ['ring_motion'],
  },
};

it('is one shape with every field present', () => {
  expect(verificationResultSchema.parse(result)).toEqual(result);
});

it.each(Object.keys(result))('needs its field %s', (field) => {
  expect(verificationResultSchema.safeParse({ ...result, [field]: undefined }).success).toBe(false);
});
