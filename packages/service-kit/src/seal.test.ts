import { describe, expect, it } from 'vitest';
import { BrokenSealError, createSeal } from './seal.ts';

const seal = createSeal('a secret of the service', 'test');

describe('a seal', () => {
  it('opens what it sealed, and hides it', () => {
    const sealed = seal.seal('whsec_é🙂', 'row 1');
    expect(sealed).not.toContain('whsec');
    expect(seal.open(sealed, 'row 1')).toBe('whsec_é🙂');
    expect(createSeal('a secret of the service', 'test').open(sealed, 'row 1')).toBe('whsec_é🙂');
  });

  it('never seals alike twice', () => {
    expect(seal.seal('x', 'row 1')).not.toBe(seal.seal('x', 'row 1'));
  });

  it.each([
    ['another context', () => seal.open(seal.seal('x', 'row 1'), 'row 2')],
    ['another secret', () => createSeal('another secret', 'test').open(seal.seal('x', 'row 1'), 'row 1')],
    ['another purpose', () => createSeal('a secret of the service', 'other').open(seal.seal('x', 'a'), 'a')],
    ['a changed letter', () => seal.open(`${seal.seal('xyz', 'a').slice(0, -2)}AA`, 'a')],
    ['a cut text', () => seal.open(seal.seal('x', 'a').slice(0, 20), 'a')],
    ['no text', () => seal.open('', 'a')],
  ])('stays shut for %s', (_what, open) => expect(open).toThrow(BrokenSealError));
});
