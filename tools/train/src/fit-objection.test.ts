import { sequenceSignal } from '@vivant/engine/signals/sequence-registry';
import { expect, it } from 'vitest';
import { fitObjection } from './fit-objection.ts';
import type { SequenceWindow } from './sequence-window.ts';

const RECIPE = {
  id: 'injected_still',
  species: 'injected_still',
  features: ['repetition/return-share'],
  margin: 0.5,
  scale: 2,
  most: 3,
};

/** A window of which one value is known. */
function window(value: number, overrides: Partial<SequenceWindow> = {}): SequenceWindow {
  return {
    bonaFide: true,
    species: '',
    environment: 'room',
    subject: 'p',
    sequence: 's',
    condition: '',
    split: 'train',
    number: 0,
    read: (signal) => {
      const { features } = sequenceSignal(signal);
      return { signal, features, values: new Float32Array(features.length).fill(value) };
    },
    ...overrides,
  };
}

const still = (value: number, overrides: Partial<SequenceWindow> = {}) =>
  window(value, { bonaFide: false, species: 'injected_still', ...overrides });

const WINDOWS = [window(0), window(0.1), still(0.9), still(1)];

it('learns what tells the attack, and doubts nothing within its margin', () => {
  const { features, intercept, scale, most } = fitObjection(WINDOWS, RECIPE)!;
  expect(features[0]).toMatchObject({ signal: 'repetition', feature: 'return-share' });
  expect(features[0]!.weight).toBeLessThan(0);
  expect({ scale, most }).toEqual({ scale: 2, most: 3 });
  const strict = fitObjection(WINDOWS, { ...RECIPE, margin: 0 })!;
  expect(intercept - strict.intercept).toBeCloseTo(0.5, 5);
});

it('learns from captures over a call, and not from altered ones', () => {
  const plain = fitObjection(WINDOWS, RECIPE)!;
  const call = still(0.5, { condition: 'call-150' });
  const dark = still(0.5, { condition: 'dark' });
  expect(fitObjection([...WINDOWS, dark], RECIPE)).toEqual(plain);
  expect(fitObjection([...WINDOWS, call], RECIPE)!.features[0]!.mean).toBeLessThan(plain.features[0]!.mean);
});

it('does not let a person with many captures count for more', () => {
  const often = Array.from({ length: 5 }, () => window(0));
  const twice = fitObjection([...WINDOWS, window(0, { subject: 'q' })], RECIPE);
  const many = fitObjection([...WINDOWS, ...often.map((one) => ({ ...one, subject: 'q' }))], RECIPE);
  expect(many).toEqual(twice);
});

it('fits nothing where there is nothing to tell apart', () => {
  expect(fitObjection([window(0)], RECIPE)).toBeUndefined();
});
