/** Keys whose values are never logged, whatever they hold; compared in lower case without separators. */
const PRIVATE_KEYS = new Set([
  'apikey',
  'authorization',
  'body',
  'botkey',
  'callbackurl',
  'cookie',
  'crops',
  'databaseurl',
  'displayname',
  'email',
  'excludeparticipantnames',
  'frame',
  'frames',
  'interviewtoken',
  'key',
  'landmarks',
  'meetingname',
  'meetingurl',
  'metadata',
  'name',
  'participantname',
  'password',
  'pixels',
  'redisurl',
  'secret',
  'setcookie',
  'targetparticipantnames',
  'tenantmetadata',
  'token',
  'url',
  'videourl',
  'xapikey',
]);

const DEPTH_MAX = 6;
const TEXT_LENGTH_MAX = 2_000;

/** A copy of log fields without private values, foreign objects or overlong texts; errors stay as they are. */
export function redact(fields: Record<string, unknown>): Record<string, unknown> {
  return redactEntries(fields, 1);
}

function redactEntries(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      isPrivate(key) ? '[private]' : redactValue(value, depth),
    ]),
  );
}

function isPrivate(key: string): boolean {
  return PRIVATE_KEYS.has(key.toLowerCase().replaceAll(/[-_]/g, ''));
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    return value.length > TEXT_LENGTH_MAX ? `${value.slice(0, TEXT_LENGTH_MAX)}…` : value;
  }
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date)
    return value;
  if (depth >= DEPTH_MAX) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  return isPlain(value) ? redactEntries(value, depth + 1) : `[${value.constructor.name}]`;
}

/** Requests, sockets, buffers and maps are named, not looked into. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
