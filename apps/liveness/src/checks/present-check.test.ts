import { verificationResultSchema } from '@vivant/contract/verification-result';
import { describe, expect, it } from 'vitest';
import type { CheckRecord } from './checks-table.ts';
import { presentCheck } from './present-check.ts';

const record: CheckRecord = {
  id: 'a4a70b02-40c5-4f3f-9a0e-6f4a3f8f9d10',
  organizationId: '2f0a1b6e-0a38-4b06-a4c8-9b8f1e9a7c11',
  keyId: '7c2d7a53-55b8-44d3-8f0e-0d2f6a1b2c33',
  sessionId: '5d8f4f0e-97a3-4c1b-8b1a-1a2b3c4d5e6f',
  model: 'mixed-10-v2',
  inputSource: 'rest_frames',
  source: 'live',
  verdict: 'live',
  realScore: 0.93,
  framesProcessed: 12,
  processingMs: 180,
  bgSegmentation: null,
  warning: null,
  warnings: ['low light', { code: 'blur' }],
  metadata: { interview: 7 },
  diagnostics: {
    framesReceived: 12,
    framesUsable: 11,
    framesScored: 10,
    rejections: { 'too-blurry': 1 },
    signals: { 'minifasnet@2.7': 4.2 },
    reasons: ['texture of skin'],
  },
  createdAt: new Date('2026-11-20T10:00:00Z'),
};

describe('presentCheck', () => {
  it('writes every field of the public result', () => {
    expect(presentCheck(record, '5D8F4F0E-97A3-4C1B-8B1A-1A2B3C4D5E6F')).toEqual({
      verdict: 'live',
      confidence: 0.93,
      real_score: 0.93,
      score: 93,
      type: 'VERY HIGH',
      session_id: '5D8F4F0E-97A3-4C1B-8B1A-1A2B3C4D5E6F',
      model: 'mixed-10-v2',
      input_source: 'rest_frames',
      processing_ms: 180,
      frames_processed: 12,
      tenant_metadata: { interview: 7 },
      warning: null,
      warnings: ['low light', { code: 'blur' }],
      created_at: '2026-11-20T10:00:00.000Z',
      available: true,
      error: null,
      diagnostics: {
        frames_received: 12,
        frames_usable: 11,
        frames_scored: 10,
        rejections: { 'too-blurry': 1 },
        signals: { 'minifasnet@2.7': 4.2 },
        reasons: ['texture of skin'],
      },
    });
  });

  it.each([0, 0.07, 0.29, 0.349999, 0.5, 0.58, 0.6499999999999999, 0.65, 0.8, 1])(
    'keeps to the contract and agrees with the verdict at a score of %s',
    (realScore) => {
      const verdict = realScore >= 0.65 ? 'live' : 'fake';
      const result = presentCheck({ ...record, realScore, verdict }, record.sessionId);
      expect(() => verificationResultSchema.parse(result)).not.toThrow();
      expect(result.score >= 65).toBe(verdict === 'live');
      expect(['HIGH', 'VERY HIGH'].includes(result.type)).toBe(verdict === 'live');
    },
  );
});
