import type { FailureToAcquire } from '../metrics/acquisition.ts';
import type { Shortcut, SignalPower } from '../metrics/dependence.ts';
import type { EnvironmentFigures } from '../metrics/environments.ts';
import type { Rate } from '../metrics/error-rates.ts';
import type { Estimates } from '../metrics/figures.ts';
import type { Slice } from '../metrics/slices.ts';

/** Raised whenever a reader of report.json would have to change. */
export const REPORT_FORMAT_VERSION = 2;

/** The content of report.json. All rates are fractions 0..1; what was not tested is absent. */
export interface EvaluationReport {
  readonly formatVersion: typeof REPORT_FORMAT_VERSION;
  /** Measured by ourselves, not by an accredited laboratory. */
  readonly kind: 'self-test';
  /** ISO 8601. */
  readonly createdAt: string;
  readonly engineVersion: string;
  readonly dataset: {
    readonly name: string;
    /** `sha256:` of manifest.csv. */
    readonly version: string;
    readonly split: string;
  };
  /** Scores from here up are called live. */
  readonly threshold: number;
  readonly bootstrap: {
    readonly unit: 'environment';
    readonly resamples: number;
    readonly level: number;
    readonly seed: number;
  };
  readonly models: readonly ModelReport[];
}

export interface ModelReport {
  readonly id: string;
  readonly label: string;
  readonly framesRequired: number;
  readonly coefficientsVersion: string;
  /** One for attempts of `framesRequired` frames, one for stills; never mixed. Empty when nothing was judged. */
  readonly series: readonly SeriesReport[];
  /** Why there is no series of full attempts; null when there is one. */
  readonly notMeasured: NotMeasured | null;
}

/** No capture of the split is long enough for the model. */
export interface NotMeasured {
  readonly cause: 'captures-too-short';
  /** Consecutive frames in the longest capture of the split. */
  readonly framesLongest: number;
}

/** The figures of one model over attempts of one length. */
export interface SeriesReport {
  readonly attempts: 'windows' | 'stills';
  readonly framesPerAttempt: number;
  readonly counts: {
    readonly judged: number;
    readonly notAcquired: number;
    /** Sequences and videos with fewer consecutive frames than an attempt needs; in no figure. */
    readonly capturesTooShort: number;
    readonly environments: number;
    readonly subjects: number;
  };
  readonly bonaFide: Rate | null;
  readonly overall: Estimates;
  readonly species: readonly SpeciesReport[];
  readonly environments: readonly EnvironmentFigures[];
  readonly slices: readonly Slice[];
  readonly signals: readonly SignalPower[];
  readonly shortcuts: readonly Shortcut[];
  readonly failureToAcquire: FailureToAcquire & {
    /** Frames lost to each cause in the attempts that gave no score. */
    readonly causes: Readonly<Record<string, number>>;
  };
  readonly curve: readonly CurvePoint[];
  readonly histogram: ScoreHistogram;
  readonly worst: { readonly bonaFide: readonly WorstAttempt[]; readonly attacks: readonly WorstAttempt[] };
  readonly speed: Speed | null;
}

/** One PAI species against the bona fide it was compared with. */
export interface SpeciesReport {
  readonly species: string;
  readonly bonaFideFrom: 'same-environments' | 'all';
  /** Attacks called live at the threshold. */
  readonly apcer: Rate;
  readonly attackEnvironments: number;
  readonly bonaFideAttempts: number;
  readonly figures: Estimates;
  readonly curve: readonly CurvePoint[];
}

/** A point of ROC and DET; `threshold` is null above all scores, where nothing is called live. */
export interface CurvePoint {
  readonly threshold: number | null;
  readonly apcer: number;
  readonly bpcer: number;
}

/** Share of each class in equal steps of the score from 0 to 1. */
export interface ScoreHistogram {
  readonly bonaFide: readonly number[];
  readonly attacks: readonly number[];
}

/** An attempt on the wrong side of the threshold, or nearest to it. */
export interface WorstAttempt {
  readonly id: string;
  readonly species: string;
  readonly environment: string;
  readonly score: number;
  readonly isError: boolean;
  readonly reasons: readonly string[];
}

/** Time from handing over the frames to the answer, one attempt a worker at a time. */
export interface Speed {
  readonly workers: number;
  readonly msPerAttemptMedian: number;
  readonly msPerAttemptP95: number;
  readonly msPerFrameMean: number;
}
