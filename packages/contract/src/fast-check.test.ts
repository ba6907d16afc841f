import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FastCheckBody, fastCheckBody } from './fast-check.ts';

const sessionId = '6f1c2d4e-8a9b-4c3d-9e0f-1a2b3c4d5e6f';
const frame = { index: 0, timestamp_ms: 33.3, pixels: 'iVBORw0KGgo=' };

function parse(fields: object): FastCheckBody {
  return fastCheckBody.parse({ session_id: sessionId, frames: [frame], ...fields });
}

function faults(fields: object): string[] {
  const result = fastCheckBody.safeParse({ session_id: sessionId, frames: [frame], ...fields });
  return result.error?.issues.map((issue) => issue.path.join('.')) ?? [];
}

describe('fast-check body', () => {
  it('ignores what clients send beyond the documented fields', () => {
    const body = parse({
      device_intelligence: {},
      trace_id: 7,
      frames: [{ ...frame, landmarks: [[0, 0, 0]] }],
    });

    expect(body.frames).toEqual([frame]);
    expect(body).not.toHaveProperty('trace_id');
  });

  it('takes null for an optional field as absent', () => {
    const absent = {
      model: null,
      frame_count: null,
      source: null,
      fps: null,
      warnings: null,
      metadata: null,
    };

    expect(Object.values(parse(absent)).filter((value) => value === null)).toEqual([]);
  });

  it('keeps the session id as it was sent', () => {
    expect(parse({ session_id: sessionId.toUpperCase() }).session_id).toBe(sessionId.toUpperCase());
  });

  it('takes capture warnings as texts and as objects', () => {
    const warnings = ['too dark', { code: 'tilt', frame: 3 }];

    expect(parse({ warnings }).warnings).toEqual(warnings);
  });

  it('accepts a repeated session id of any UUID version', () => {
    expect(faults({ session_id: '11111111-1111-1111-1111-111111111111' })).toEqual([]);
  });

  it.each([
    ['session_id', { session_id: 'not-a-uuid' }],
    ['session_id', { session_id: 7 }],
    ['frames', { frames: 'all' }],
    ['frames.0.index', { frames: [{ ...frame, index: -1 }] }],
    ['frames.0.index', { frames: [{ ...frame, index: 0.5 }] }],
    ['frames.0.timestamp_ms', { frames: [{ ...frame, timestamp_ms: Number.NaN }] }],
    ['frames.0.timestamp_ms', { frames: [{ ...frame, timestamp_ms: '33' }] }],
    ['frames.0.pixels', { frames: [{ ...frame, pixels: '' }] }],
    ['fps', { fps: 0 }],
    ['fps', { fps: 121 }],
    ['source', { source: 'screen' }],
    ['metadata', { metadata: [1] }],
    ['warnings.0', { warnings: [1] }],
  ])('names %s as the field at fault', (field, fields) => {
    expect(faults(fields)).toEqual([field]);
  });

  it('rejects a repeated index at its second place', () => {
    const frames = [4, 2, 4, 2].map((index) => ({ ...frame, index }));

    expect(faults({ frames })).toEqual(['frames.2.index', 'frames.3.index']);
  });

  it('does not let metadata reach a prototype', () => {
    const metadata = JSON.parse('{"__proto__":{"admin":true},"a":1}');

    expect(parse({ metadata }).metadata).not.toHaveProperty('admin');
  });

  it('accepts or rejects any JSON without throwing', () => {
    const bodies = fc
      .tuple(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()))
      .map(([anything, fields]) => [
        anything,
        { session_id: sessionId, frames: [frame], ...fields },
        { session_id: sessionId, frames: [anything, { ...frame, ...fields }] },
      ]);

    fc.assert(
      fc.property(bodies, (variants) => {
        for (const body of variants) expect(() => fastCheckBody.safeParse(body)).not.toThrow();
      }),
    );
  });
});
