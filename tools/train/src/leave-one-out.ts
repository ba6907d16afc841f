import type { FusionCoefficients } from '@vivant/engine/fusion/coefficients';
import { fuseFrame } from '@vivant/engine/fusion/fuse';
import { type FusionRecipe, fitFusion, joinFeatures } from './fit-fusion.ts';
import type { TrainingRow } from './training-row.ts';

/** A frame with the log-odds of a fusion that never saw its environment. */
export interface ScoredRow {
  readonly row: TrainingRow;
  readonly logOdds: number;
}

/**
 * Fits once without each fold and scores the fold with that fit (leave-one-environment-out). Rows of species that the
 * recipe does not learn are scored, never fitted.
 * @param near the fit on all rows: it only saves time
 */
export function scoreLeaveOneOut(
  rows: readonly TrainingRow[],
  recipe: FusionRecipe,
  onFold: (fold: string) => void,
  near?: FusionCoefficients,
): ScoredRow[] {
  const learnt = rows.filter((row) => isFitted(row, recipe));
  const foldOf = createFolds(learnt, recipe.leftOutTogether ?? []);
  const folds = [...new Set(rows.map(foldOf))].toSorted();
  return folds.flatMap((fold) => {
    onFold(fold);
    const others = learnt.filter((row) => foldOf(row) !== fold);
    const held = rows.filter((row) => foldOf(row) === fold && !row.augmented);
    return scoreRows(held, fitFusion(others, recipe, 'fold', near));
  });
}

/** Whether a row is among those that a recipe is fitted on. */
export function isFitted(row: TrainingRow, recipe: FusionRecipe): boolean {
  if (row.condition !== '') return false;
  return isLearnt(row, recipe) && !(recipe.ignoresAltered === true && row.augmented);
}

/** Whether the fit that is shipped learns from a row: the captures of the held-out rooms, too, once those were measured. */
export function isShipped(row: TrainingRow, recipe: FusionRecipe): boolean {
  return (row.split === 'train' || row.sequence !== '') && isFitted(row, recipe);
}

/** Whether a recipe learns from a row: bona fide, or one of its species. */
export function isLearnt({ species }: { readonly species: string }, recipe: FusionRecipe): boolean {
  return species === '' || recipe.species.includes(species);
}

/**
 * A fold is an environment. One that alone holds a PAI species is split by subject instead: left out whole, it would
 * leave no example of the species to learn from.
 */
function createFolds(
  rows: readonly TrainingRow[],
  together: readonly (readonly string[])[],
): (row: TrainingRow) => string {
  const environmentsOf = new Map<string, Set<string>>();
  for (const { species, environment } of rows) {
    if (species === '') continue;
    const environments = environmentsOf.get(species) ?? new Set();
    environmentsOf.set(species, environments.add(environment));
  }
  const lonely = new Set(
    [...environmentsOf.values()].filter(({ size }) => size === 1).flatMap((set) => [...set]),
  );
  const foldSubject = (subject: string) => together.find((group) => group.includes(subject))?.[0] ?? subject;
  return ({ environment, subject }) =>
    lonely.has(environment) ? `${environment}/${foldSubject(subject)}` : environment;
}

/** Scores frames with fitted coefficients. */
export function scoreRows(rows: readonly TrainingRow[], coefficients: FusionCoefficients): ScoredRow[] {
  return rows.map((row) => {
    const features = joinFeatures(row, coefficients.signals);
    return { row, logOdds: fuseFrame(coefficients, features, [features.length]).logOdds };
  });
}
