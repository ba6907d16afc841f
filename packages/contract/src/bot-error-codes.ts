/** Why the bot refuses, beyond the codes of the liveness service. Its answers carry the status and a text only. */
export const BOT_ERROR_CODES = [
  'invalid_request',
  'not_signed_in',
  'foreign_origin',
  'no_linked_key',
  'account_refused',
  'scan_conflict',
  'persistence_disabled',
] as const;

/** One of the bot's own error codes. */
export type BotErrorCode = (typeof BOT_ERROR_CODES)[number];

const HTTP_STATUS: Readonly<Record<BotErrorCode, number>> = {
  invalid_request: 400,
  not_signed_in: 401,
  foreign_origin: 403,
  no_linked_key: 403,
  account_refused: 403,
  scan_conflict: 409,
  persistence_disabled: 501,
};

/** The HTTP status with which one of the bot's codes is answered; undefined for a code that is not its own. */
export function botHttpStatusOf(code: string): number | undefined {
  return Object.hasOwn(HTTP_STATUS, code) ? HTTP_STATUS[code as BotErrorCode] : undefined;
}
