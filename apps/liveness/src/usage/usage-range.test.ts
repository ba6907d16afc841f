import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './usage-cursor.ts';
import { usageRange } from './usage-range.ts';

const NOW = new Date('2026-11-20T10:00:00.000Z');

function range(query: { from?: string; to?: string }): string[] {
  const { from, to } = usageRange({ from: undefined, to: undefined, ...query }, NOW);
  return [from.toISOString(), to.toISOString()];
}

describe('usageRange', () => {
  it.each([
    [{}, '2026-10-21T10:00:00.001Z', '2026-11-20T10:00:00.001Z'],
    [{ from: '2026-11-01', to: '2026-11-30' }, '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    [{ from: '2026-11-20', to: '2026-11-20' }, '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    [
      { from: '2026-11-01T12:00:00+02:00', to: '2026-11-01T12:00:00Z' },
      '2026-11-01T10:00:00.000Z',
      '2026-11-01T12:00:00.000Z',
    ],
  ])('reads %j', (query, from, to) => {
    expect(range(query)).toEqual([from, to]);
  });

  it.each([
    [{ from: '2026-11-02', to: '2026-11-01' }],
    [{ from: '2026-11-20T10:00:00Z', to: '2026-11-20T10:00:00Z' }],
    [{ from: '2025-01-01', to: '2026-11-01' }],
  ])('refuses %j', (query) => {
    expect(() => range(query)).toThrow(/^from: /);
  });
});

describe('a usage cursor', () => {
  it('comes back as it was', () => {
    const cursor = { createdAt: NOW, checkId: '3c2f0b0e-5d2c-4c4f-9b1a-0d7a0a8f9b11' };
    expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
  });

  it.each(['', 'x', encodeCursor({ createdAt: NOW, checkId: 'x' })])('refuses %j', (text) => {
    expect(() => decodeCursor(text)).toThrow('cursor: is not');
  });
});
