import type { Interval } from '../metrics/bootstrap.ts';
import type { Rate } from '../metrics/error-rates.ts';
import type { Estimate } from '../metrics/figures.ts';

/** What stands where nothing was measured. */
export const NOT_MEASURED = '–';

/** A fraction in percent with one digit: `4.2 %`. */
export function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(1)}\u00A0%`;
}

/** An area under a curve with three digits. */
export function area(value: number): string {
  return value.toFixed(3);
}

/** An estimate as its value alone, or the sign for nothing. */
export function valueOf(estimate: Estimate | undefined, format: (value: number) => string): string {
  return estimate ? format(estimate.value) : NOT_MEASURED;
}

/** An interval as `2.1–6.4 %`; empty when there is none. */
export function percentInterval(interval: Interval | null | undefined): string {
  return interval ? `${(interval.low * 100).toFixed(1)}–${percent(interval.high)}` : '';
}

/** An interval of areas as `.981–.997`; empty when there is none. */
export function areaInterval(interval: Interval | null | undefined): string {
  return interval ? `${area(interval.low)}–${area(interval.high)}` : '';
}

/** Errors in a total: `3 of 48`. */
export function counted(rate: Rate): string {
  return `${rate.errors} of ${rate.total}`;
}

/** A duration with as many digits as it deserves: `7.4 ms`, `182 ms`. */
export function milliseconds(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)}\u00A0ms`;
}

/** A count with its noun: `1 attempt`, `20 attempts`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A PAI species as people write it: `face swap`. */
export function speciesName(species: string): string {
  return species.replaceAll('_', ' ');
}
