import type { ManifestRow } from '@vivant/evaluate/dataset/manifest-row';
import { expect, it } from 'vitest';
import { assessSufficiency } from './sufficiency.ts';

/** A genuine still and a screen in each of so many rooms, each with its own person. */
function rooms(count: number, split: ManifestRow['split'] = 'train'): ManifestRow[] {
  return Array.from({ length: count }, (_, at) => at).flatMap((at) =>
    ['', 'screen'].map(
      (species): ManifestRow => ({
        kind: 'still',
        line: 2,
        path: `${at}.jpg`,
        bonaFide: species === '',
        species,
        environment: `${split}${at}`,
        subject: 'p',
        split,
        faces: [],
      }),
    ),
  );
}

it('refuses what cannot be left out room by room', () => {
  const { canTrain, text } = assessSufficiency(rooms(2));
  expect(canTrain).toBe(false);
  expect(text).toContain('holds 2 environments');
});

it('does not count a room that shows one class only', () => {
  const genuine = rooms(9).filter(({ bonaFide, environment }) => bonaFide || environment === 'train0');
  expect(assessSufficiency(genuine).canTrain).toBe(false);
});

it('says what is wanting, and when it is enough', () => {
  expect(assessSufficiency(rooms(5)).text).toContain('12 environments, 12 people, 3 held-out environments');
  expect(assessSufficiency([...rooms(12), ...rooms(3, 'dev')]).text).toContain('That is enough.');
});
