/** What a measurement is given. */
export interface Measurement {
  /** An empty folder, deleted afterwards. */
  readonly dataDir: string;
  readonly modelId: string;
  /** Checks of the sustained load. */
  readonly checks: number;
  /** Sessions of the meeting bot, and how long they run. */
  readonly meetings: number;
  readonly seconds: number;
}
