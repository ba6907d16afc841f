import type { IdGenerator } from './ids.ts';

/** Long enough for UUIDs and trace ids; no character that could break out of a log line or a header. */
const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The id a caller gave its request when it is harmless, otherwise a new one. */
export function requestIdOf(header: string | string[] | undefined, newId: IdGenerator): string {
  return typeof header === 'string' && SANE_REQUEST_ID.test(header) ? header : newId();
}
