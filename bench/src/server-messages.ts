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
