import { randomUUID } from 'node:crypto';

/** Makes a new identifier at each call; injected so that tests decide it. */
export type IdGenerator = () => string;

/** Makes random UUIDs (version 4). */
export const randomId: IdGenerator = () => randomUUID();
