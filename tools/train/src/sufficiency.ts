import type { ManifestRow } from '@vivant/evaluate/dataset/manifest-row';

/** Environments with both classes that a fit needs to be left out one by one at all; and for what. */
const ENVIRONMENTS_MIN = 3;
/** Screens, single frames: EER 18, 12, 9 and 5 % with 2, 4, 8 and 12 training environments; more rooms than 12 gave no more. */
const ENVIRONMENTS_GOOD = 12;
const SUBJECTS_GOOD = 12;

/** Whether a data set can carry a training, in sentences. */
export interface Sufficiency {
  /** False when a fit would mean nothing. */
  readonly canTrain: boolean;
  readonly text: string;
}

/** Counts what matters: rooms and people, not frames, which are near copies of each other. */
export function assessSufficiency(rows: readonly ManifestRow[]): Sufficiency {
  const training = rows.filter(({ split }) => split === 'train');
  const both = environmentsOf(training, true).filter((name) =>
    environmentsOf(training, false).includes(name),
  ).length;
  const subjects = new Set(training.map(({ environment, subject }) => `${environment}|${subject}`)).size;
  const dev = new Set(rows.filter(({ split }) => split === 'dev').map(({ environment }) => environment)).size;
  const species = [...new Set(training.filter(({ bonaFide }) => !bonaFide).map((row) => row.species))];
  const found = `The training split holds ${both} environments with genuine captures and attacks, ${subjects} people and the attacks ${species.join(', ') || 'none'}; ${dev} environments are held out.`;
  if (both < ENVIRONMENTS_MIN) {
    return { canTrain: false, text: `${found} At least ${ENVIRONMENTS_MIN} are needed to leave one out.` };
  }
  const wanting = [
    ...(both < ENVIRONMENTS_GOOD ? [`${ENVIRONMENTS_GOOD} environments`] : []),
    ...(subjects < SUBJECTS_GOOD ? [`${SUBJECTS_GOOD} people`] : []),
    ...(dev < ENVIRONMENTS_MIN ? [`${ENVIRONMENTS_MIN} held-out environments`] : []),
  ];
  if (wanting.length === 0) return { canTrain: true, text: `${found} That is enough.` };
  const advice = `It will do for a trial; expect scores to shift in rooms it has not seen until there are ${wanting.join(', ')}.`;
  return { canTrain: true, text: `${found} ${advice}` };
}

function environmentsOf(rows: readonly ManifestRow[], bonaFide: boolean): string[] {
  return [...new Set(rows.filter((row) => row.bonaFide === bonaFide).map(({ environment }) => environment))];
}
