import { BOT_TYPES } from './bot-types.ts';
import type { DeclaredModule } from './declare-module.ts';
import { LIVENESS_TYPES } from './liveness-types.ts';

const FOLDER = new URL('../../../sdk/src/generated/', import.meta.url);

/** The files with the types of the client. */
export const CLIENT_MODULES: readonly { readonly file: URL; readonly types: DeclaredModule }[] = [
  { file: new URL('liveness-types.ts', FOLDER), types: LIVENESS_TYPES },
  { file: new URL('bot-types.ts', FOLDER), types: BOT_TYPES },
];
