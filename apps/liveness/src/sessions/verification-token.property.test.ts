import { SCOPES } from '@vivant/contract/scopes';
import {
  type Arbitrary,
  assert,
  constantFrom,
  integer,
  nat,
  pre,
  property,
  record,
  sample,
  string,
  uniqueArray,
  uuid,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readToken, signToken, type TokenClaims } from './verification-token.ts';

/** Every letter of base64url. */
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');

const SECRET = 'secret-of-the-property-tests';

const claims: Arbitrary<TokenClaims> = record({
  org: uuid(),
  key_id: uuid(),
  session_id: uuid(),
  scopes: uniqueArray(constantFrom(...SCOPES), { minLength: 1 }),
  exp: integer({ min: 0, max: 2 ** 40 }),
});

const decode = (token: string) =>
  JSON.parse(Buffer.from(token.slice(3).split('.')[0]!, 'base64url').toString());

describe('a verification token', () => {
  it('says what it was made with, in the documented form', () => {
    assert(
      property(claims, (said) => {
        const token = signToken(said, SECRET);
        expect(token).toMatch(/^vt_[\w-]+\.[\w-]{43}$/);
        expect(decode(token)).toEqual(said);
        expect(readToken(token, SECRET)).toEqual(said);
      }),
    );
  });

  it('is worth nothing with any single letter changed, left out or added', () => {
    const letter = constantFrom(...LETTERS, '.', '=', '+', '/', ' ');
    const change = constantFrom('replace', 'remove', 'insert');
    assert(
      property(claims, nat(), letter, change, (said, place, other, how) => {
        const token = signToken(said, SECRET);
        const at = place % token.length;
        const rest = how === 'insert' ? token.slice(at) : token.slice(at + 1);
        const tampered = token.slice(0, at) + (how === 'remove' ? '' : other) + rest;
        pre(tampered !== token);
        expect(readToken(tampered, SECRET)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it('has one text only: no other last letter stands for the same signature', () => {
    const token = signToken(sample(claims, 1)[0]!, SECRET);
    const same = LETTERS.map((last) => token.slice(0, -1) + last).filter((text) => readToken(text, SECRET));
    expect(same).toEqual([token]);
  });

  it('cannot be put together from two others', () => {
    assert(
      property(claims, claims, (one, other) => {
        pre(JSON.stringify(one) !== JSON.stringify(other));
        const [payload] = signToken(one, SECRET).split('.');
        const [, signature] = signToken(other, SECRET).split('.');
        expect(readToken(`${payload}.${signature}`, SECRET)).toBeUndefined();
      }),
    );
  });

  it('of another secret, and any other text, is none', () => {
    assert(
      property(claims, string(), string({ unit: 'binary' }), (said, secret, text) => {
        pre(secret !== SECRET);
        expect(readToken(signToken(said, secret), SECRET)).toBeUndefined();
        expect(readToken(text, SECRET)).toBeUndefined();
        expect(readToken(`vt_${text}`, SECRET)).toBeUndefined();
      }),
    );
    expect(readToken(`vt_${'a'.repeat(100_000)}.a`, SECRET)).toBeUndefined();
  });
});
