import { describe, expect, it } from 'vitest';
import { type ExplainedAttempt, shortcuts, signalPowers } from './dependence.ts';
import { sliceByAppearance } from './slices.ts';

function attempt(score: number, bonaFide: boolean, more: Partial<ExplainedAttempt> = {}): ExplainedAttempt {
  return {
    score,
    bonaFide,
    species: bonaFide ? '' : 'screen',
    environment: 'e',
    subject: 's',
    signals: { good: score, blind: 0 },
    ...more,
  };
}

const looks = { interocularPx: 60, faceShare: 0.3, centreOffset: 0.1, faceLuma: 100, sharpness: 1.5 };

it('signalPowers rank the signals by what each tells alone', () => {
  const powers = signalPowers([attempt(0.9, true), attempt(0.8, true), attempt(0.1, false)]);
  expect(powers).toEqual([
    { signal: 'good', auc: 1 },
    { signal: 'blind', auc: 0.5 },
  ]);
  expect(signalPowers([])).toEqual([]);
});

it('shortcuts show a score that follows brightness within a class, and nothing where nothing is known', () => {
  const attempts = [0.1, 0.4, 0.9].map((score) =>
    attempt(score, true, { appearance: { ...looks, faceLuma: 200 * score } }),
  );
  const found = shortcuts([...attempts, attempt(0.2, false)]);
  expect(found.find(({ property }) => property === 'face brightness')).toMatchObject({
    bonaFide: 1,
    attacks: null,
  });
  expect(found.find(({ property }) => property === 'file size')).toMatchObject({ bonaFide: null });
});

describe('sliceByAppearance', () => {
  it('counts errors apart by brightness, each attempt once, and leaves empty slices out', () => {
    const dark = { appearance: { ...looks, faceLuma: 59 } };
    const bright = { appearance: { ...looks, faceLuma: 60 } };
    const slices = sliceByAppearance(
      [attempt(0.2, true, dark), attempt(0.9, true, bright), attempt(0.9, false, bright)],
      0.65,
    ).filter(({ property }) => property === 'brightness');
    expect(slices).toMatchObject([
      { range: 'face luma below 60', bpcer: { errors: 1, total: 1 }, apcer: null },
      { range: '60 to 120', bpcer: { errors: 0, total: 1 }, apcer: { errors: 1, total: 1 } },
    ]);
  });

  it('leaves attempts out whose skin tone is not known', () => {
    const slices = sliceByAppearance([attempt(0.2, true, { appearance: looks })], 0.65);
    expect(slices.map(({ property }) => property)).toEqual(['face size', 'brightness']);
  });
});
