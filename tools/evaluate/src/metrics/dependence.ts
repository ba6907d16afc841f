import { auc } from './auc.ts';
import { rankCorrelation } from './correlation.ts';
import type { SeenAttempt } from './slices.ts';

/** A judged attempt with all that its score may have come from. */
export interface ExplainedAttempt extends SeenAttempt {
  /** Log-odds that each signal added. */
  readonly signals: Readonly<Record<string, number>>;
  /** Encoded bytes a frame; absent for decoded video. */
  readonly bytesPerFrame?: number;
}

/** How well one signal alone tells genuine attempts from attacks. */
export interface SignalPower {
  readonly signal: string;
  readonly auc: number;
}

/** Rank correlation of the score with something that must not carry it; null where it cannot be told. */
export interface Shortcut {
  readonly property: string;
  readonly bonaFide: number | null;
  readonly attacks: number | null;
}

/** AUC of each signal's own evidence, best first; signals that were measured in every attempt only. */
export function signalPowers(attempts: readonly ExplainedAttempt[]): readonly SignalPower[] {
  return Object.keys(attempts[0]?.signals ?? {})
    .flatMap((signal) => {
      const alone = attempts.map((attempt) => ({ ...attempt, score: attempt.signals[signal] ?? 0 }));
      const value = auc(alone);
      return value === undefined ? [] : [{ signal, auc: value }];
    })
    .sort((a, b) => b.auc - a.auc);
}

const PROPERTIES: Readonly<Record<string, (attempt: ExplainedAttempt) => number | undefined>> = {
  'face share of the picture': ({ appearance }) => appearance?.faceShare,
  'distance from the middle': ({ appearance }) => appearance?.centreOffset,
  'face brightness': ({ appearance }) => appearance?.faceLuma,
  sharpness: ({ appearance }) => appearance?.sharpness,
  'skin tone (ITA)': ({ appearance }) => appearance?.skinToneDeg,
  'file size': ({ bytesPerFrame }) => bytesPerFrame,
};

/** Within each class, for the classes may differ in how they were captured. */
export function shortcuts(attempts: readonly ExplainedAttempt[]): readonly Shortcut[] {
  return Object.entries(PROPERTIES).map(([property, valueOf]) => {
    const correlationIn = (bonaFide: boolean) => {
      const pairs = attempts
        .filter((attempt) => attempt.bonaFide === bonaFide)
        .flatMap((attempt) => {
          const value = valueOf(attempt);
          return value === undefined ? [] : [{ value, score: attempt.score }];
        });
      const correlation = rankCorrelation(
        pairs.map(({ value }) => value),
        pairs.map(({ score }) => score),
      );
      return correlation ?? null;
    };
    return { property, bonaFide: correlationIn(true), attacks: correlationIn(false) };
  });
}
