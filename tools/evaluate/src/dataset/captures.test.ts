import { describe, expect, it } from 'vitest';
import { planStills, planWindows } from './captures.ts';
import { parseManifest } from './manifest.ts';
import { manifestText, range, sequenceRows } from './testing/manifest-text.ts';

const ROWS = parseManifest(
  manifestText([
    { path: 'one.jpg' },
    ...sequenceRows('whole', range(0, 6)),
    ...sequenceRows('gap', [3, 4, 5, 7, 8, 9, 10], { label: 'attack', species: 'screen' }),
    { path: 'clip.mp4', sequence: 'clip' },
  ]),
);

describe('planWindows', () => {
  it('cuts runs of consecutive frames without overlap and never across a gap', () => {
    const ids = planWindows(ROWS, 3).captures.map(({ label }) => label.id);
    expect(ids).toEqual(['whole#0-2', 'whole#3-5', 'gap#3-5', 'gap#7-9', 'clip.mp4']);
  });

  it('keeps the order, the times and the labels of the frames', () => {
    const window = planWindows(ROWS, 3).captures[3];
    expect(window).toMatchObject({
      kind: 'pictures',
      label: { bonaFide: false, species: 'screen', environment: 'room', subject: 'p1' },
      pictures: [
        { path: 'gap/007.jpg', timestampMs: 231 },
        { path: 'gap/008.jpg', timestampMs: 264 },
        { path: 'gap/009.jpg', timestampMs: 297 },
      ],
    });
  });

  it('tells the longest run of each sequence that is too short', () => {
    expect(planWindows(ROWS, 4).tooShort).toEqual([]);
    expect(planWindows(ROWS, 5).tooShort).toEqual([4]);
    expect(planWindows(ROWS, 8).tooShort).toEqual([7, 4]);
  });

  it('leaves out sequences that are too short, and stills', () => {
    expect(planWindows(ROWS, 8).captures.map(({ kind }) => kind)).toEqual(['video']);
  });
});

describe('planStills', () => {
  it('takes stills only, one frame each', () => {
    expect(planStills(ROWS).captures).toEqual([
      {
        kind: 'pictures',
        label: { id: 'one.jpg', bonaFide: true, species: '', environment: 'room', subject: 'p1' },
        pictures: [{ path: 'one.jpg', timestampMs: 0 }],
      },
    ]);
  });
});
