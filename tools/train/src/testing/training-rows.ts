import type { TrainingRow } from '../training-row.ts';

/** A row of one signal `x` with the given values; everything else as a plain bona fide frame of one room. */
export function trainingRow(values: readonly number[], overrides: Partial<TrainingRow> = {}): TrainingRow {
  return {
    kind: 'still',
    path: 'frame.jpg',
    bonaFide: true,
    species: '',
    environment: 'room',
    subject: 'p1',
    sequence: '',
    condition: '',
    index: 0,
    frameStep: 1,
    split: 'train',
    augmented: false,
    features: { x: Float32Array.from(values) },
    ...overrides,
  };
}

/** An attack row of that form. */
export function attackRow(values: readonly number[], overrides: Partial<TrainingRow> = {}): TrainingRow {
  return trainingRow(values, { bonaFide: false, species: 'screen', ...overrides });
}
