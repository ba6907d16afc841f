import { expect, it } from 'vitest';
import { drawHistogram } from './score-histogram.ts';

it('draws bona fide above the baseline and attacks below it, as tall as their shares', () => {
  const text = drawHistogram('h', { bonaFide: [0, 0, 0.2, 0.8], attacks: [0.5, 0.5, 0, 0] }, 0.65).text;
  const bars = [
    ...text.matchAll(/<rect class="(\w+)" x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"/g),
  ];
  const [baseline, unit] = [148, 138 / 0.8];
  const shape = bars.map(([, kind, y, height]) => [kind, Number(y), Number(height)]);
  expect(shape).toEqual([
    ['genuine', baseline, 0],
    ['genuine', baseline, 0],
    ['genuine', expect.closeTo(baseline - 0.2 * unit, 0), expect.closeTo(0.2 * unit, 0)],
    ['genuine', expect.closeTo(baseline - 0.8 * unit, 0), expect.closeTo(0.8 * unit, 0)],
    ['spoof', baseline, expect.closeTo(0.5 * unit, 0)],
    ['spoof', baseline, expect.closeTo(0.5 * unit, 0)],
    ['spoof', baseline, 0],
    ['spoof', baseline, 0],
  ]);
});
