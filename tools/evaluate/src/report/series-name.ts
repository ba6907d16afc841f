import type { ModelReport, SeriesReport } from './report.ts';

/** What the attempts of a series are, in words. */
export function seriesName({ attempts, framesPerAttempt }: SeriesReport): string {
  return attempts === 'stills' ? 'single stills' : `attempts of ${framesPerAttempt} frames`;
}

/** Id of a series in the page. */
export function seriesAnchor(model: ModelReport, { attempts }: SeriesReport): string {
  return `${model.id}-${attempts}`;
}
