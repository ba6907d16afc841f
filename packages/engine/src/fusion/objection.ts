/** How strongly a second fusion may object, see the manifest's `objector`. */
export interface ObjectionRule {
  readonly below: number;
  readonly weight: number;
}

/** Log-odds, zero or negative, that an objector adds to a capture whose frames it gives these log-odds on average. */
export function objectionOf(meanLogOdds: number, { below, weight }: ObjectionRule): number {
  return meanLogOdds < below ? weight * (meanLogOdds - below) : 0;
}
