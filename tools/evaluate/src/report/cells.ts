import type { Interval } from '../metrics/bootstrap.ts';
import type { Rate } from '../metrics/error-rates.ts';
import type { Estimate } from '../metrics/figures.ts';
import { area, areaInterval, counted, NOT_MEASURED, percent, percentInterval } from './format.ts';
import { type Html, html } from './html.ts';

/** Error rates up to which a bar is drawn as good and as fair. */
const GOOD_MAX = 0.05;
const FAIR_MAX = 0.2;

/** A rate with its count and a bar as long as the rate; the sign for nothing when it was not measured. */
export function rateCell(rate: Rate | undefined): Html | string {
  if (!rate) return NOT_MEASURED;
  return html`<span class="rate"><b>${percent(rate.value)}</b> <small>${counted(rate)}</small>${bar(rate.value)}</span>`;
}

/** An estimate in percent over its interval. */
export function percentCell(estimate: Estimate | undefined): Html | string {
  return estimateCell(estimate, percent, percentInterval);
}

/** An area under a curve over its interval. */
export function areaCell(estimate: Estimate | undefined): Html | string {
  return estimateCell(estimate, area, areaInterval);
}

function estimateCell(
  estimate: Estimate | undefined,
  format: (value: number) => string,
  formatInterval: (interval: Interval | null) => string,
): Html | string {
  if (!estimate) return NOT_MEASURED;
  return html`<b>${format(estimate.value)}</b> <small>${formatInterval(estimate.interval)}</small>`;
}

function bar(value: number): Html {
  const grade = value <= GOOD_MAX ? 'good' : value <= FAIR_MAX ? 'fair' : 'poor';
  return html`<span class="bar" aria-hidden="true"><span class="${grade}" style="width:${(value * 100).toFixed(1)}%"></span></span>`;
}
