/** Who uses a key: a client of the API, or the meeting bot on an organization's behalf. */
export const KEY_KINDS = ['api', 'bot'] as const;

/** Who uses a key. */
export type KeyKind = (typeof KEY_KINDS)[number];
