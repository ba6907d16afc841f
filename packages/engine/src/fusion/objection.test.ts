import { expect, it } from 'vitest';
import { objectionOf } from './objection.ts';

const RULE = { below: 1, weight: 2 };

it('says nothing from its limit on: an objector never speaks for a capture', () => {
  expect(objectionOf(1, RULE)).toBe(0);
  expect(objectionOf(50, RULE)).toBe(0);
});

it('takes its weight for each unit below the limit', () => {
  expect(objectionOf(0.5, RULE)).toBe(-1);
  expect(objectionOf(-4, RULE)).toBe(-10);
});
