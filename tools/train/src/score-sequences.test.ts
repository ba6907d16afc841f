import type { SequenceFrame } from '@vivant/engine/signals/sequence-signal';
import { describe, expect, it } from 'vitest';
import { fitSequence, type SequenceRecipe } from './fit-sequence.ts';
import { scoreSequences, windowKey } from './score-sequences.ts';
import { cutWindows } from './sequence-window.ts';
import type { TrainingSequence } from './training-sequence.ts';

const RECIPE: SequenceRecipe = {
  id: 'test',
  objections: [],
  frames: 10,
  terms: [{ signal: 'repetition', feature: 'change', weight: 2, centre: 0.5, low: -3, high: 0 }],
};

/** A capture whose picture gets brighter by `step` levels a frame. */
function capture(environment: string, step: number, more: Partial<TrainingSequence> = {}): TrainingSequence {
  const frames = Array.from({ length: 10 }, (_, index): SequenceFrame => {
    const plane = new Float32Array(64 * 64).fill(10 + step * index);
    return {
      index,
      timestampMs: index * 33,
      box: { x: 0, y: 0, width: 100, height: 100 },
      landmarks: new Float32Array(478 * 3),
      patch: { side: 64, red: plane, green: plane, blue: plane },
      motion: undefined,
    };
  });
  const label = {
    bonaFide: true,
    species: '',
    environment,
    subject: 'p',
    sequence: 's',
    condition: '',
    split: 'train' as const,
  };
  return { ...label, frames, ...more };
}

const GENUINE = [capture('a', 4), capture('b', 5), capture('c', 6), capture('d', 7)];

describe('fitSequence', () => {
  it('centres a term on a share of the genuine captures and keeps its weight', () => {
    const { version, terms } = fitSequence(cutWindows(GENUINE, 10), RECIPE, 'v');
    expect(version).toBe('v');
    expect(terms[0]).toMatchObject({ weight: 2, low: -3, high: 0 });
    expect(terms[0]!.mean).toBeCloseTo(Math.log(5.05), 4);
  });

  it('does not look at attacks', () => {
    const attack = capture('a', 200, { bonaFide: false, species: 'screen' });
    expect(fitSequence(cutWindows([...GENUINE, attack], 10), RECIPE, 'v')).toEqual(
      fitSequence(cutWindows(GENUINE, 10), RECIPE, 'v'),
    );
  });

  it('says so when there are too few captures', () => {
    expect(() => fitSequence([], RECIPE, 'v')).toThrow('too few captures');
  });

  it('takes over from an earlier fit what it cannot learn, and names it', () => {
    const still = {
      id: 's',
      species: 'injected_still',
      features: ['repetition/change'],
      margin: 0,
      scale: 1,
      most: 1,
    };
    const recipe = { ...RECIPE, objections: [still] };
    const frozen = ['a', 'b'].map((name) => capture(name, 0, { bonaFide: false, species: 'injected_still' }));
    const earlier = fitSequence(cutWindows([...GENUINE, ...frozen], 10), recipe, 'before');
    const kept: string[] = [];
    const onKept = (part: string) => kept.push(part);
    const { terms, objections } = fitSequence(cutWindows([GENUINE[3]!], 10), recipe, 'v', {
      earlier,
      onKept,
    });
    expect({ terms, objections }).toEqual({ terms: earlier.terms, objections: earlier.objections });
    expect(kept).toEqual(['repetition/change', 's']);
  });
});

describe('scoreSequences', () => {
  it('judges a frozen capture by the spread of genuine ones elsewhere', () => {
    const frozen = capture('e', 0, { bonaFide: false, species: 'injected_still', sequence: 'f' });
    const evidence = scoreSequences(cutWindows([...GENUINE, frozen], 10), RECIPE);
    expect(evidence.get(windowKey(frozen, 0))).toBeCloseTo(-6, 5);
    expect(evidence.get(windowKey(GENUINE[3]!, 0))).toBe(0);
  });

  it('never lets an environment set the spread that it is judged by', () => {
    const before = scoreSequences(cutWindows(GENUINE, 10), RECIPE).get(windowKey(GENUINE[0]!, 0))!;
    const more = [...GENUINE, capture('a', 90, { sequence: 'other' })];
    expect(scoreSequences(cutWindows(more, 10), RECIPE).get(windowKey(GENUINE[0]!, 0))).toBe(before);
  });
});
