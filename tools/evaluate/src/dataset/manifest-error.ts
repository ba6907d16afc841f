/** manifest.csv is not of its form or contradicts itself; the message names the line. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';

  constructor(line: number, problem: string) {
    super(`manifest.csv line ${line}: ${problem}`);
  }
}
