/** What the server process is started with. */
export interface ServerOptions {
  readonly dataDir: string;
  readonly apiKey: string;
  /** Whether checks are answered without looking at a pixel: what is left is the service around the engine. */
  readonly withoutEngine?: boolean;
  /** More variables of its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What the bench asks the server process. */
export type ToServer = { readonly kind: 'reset' } | { readonly kind: 'report' } | { readonly kind: 'stop' };

/** What the server process answers. */
export type FromServer =
  | { readonly kind: 'ready'; readonly url: string; readonly startMs: number }
  | {
      readonly kind: 'report';
      readonly loopDelayMsMax: number;
      readonly rssMiB: number;
      readonly cpuMs: number;
    };
