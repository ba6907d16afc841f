/** Keys whose values are never logged, whatever they hold; compared in lower case without separators. */
const PRIVATE_KEYS = new Set([
  'apikey',
  'authorization',
  'body',
  'botkey',
  'cookie',
  'crops',
  'displayname',
  'frame',
  'frames',
  'key',
  'landmarks',
  'meetingname',
  'metadata',
  'participantname',
  'password',
  'pixels',
  'secret',
  'tenantmetadata',
  'token',
  'interviewtoken',
  'xapikey',
]);

const DEPTH_MAX = 6;
const TEXT_LENGTH_MAX = 2_000;

/** A copy of log fields without private values, bytes or overlong texts; errors stay as they are. */
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
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return '[bytes]';
  if (depth >= DEPTH_MAX) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  return redactEntries(value, depth + 1);
}
