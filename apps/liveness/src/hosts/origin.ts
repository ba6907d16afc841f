/**
 * Brings an origin into the form in which browsers send it: lower case, no usual port, nothing after it.
 * @returns undefined for what is no web origin: other schemes, paths, credentials, wildcards, `null`
 */
export function normalOrigin(text: string): string | undefined {
  if (!URL.canParse(text) || text.includes('*')) return undefined;
  const { protocol, username, password, pathname, search, hash, origin } = new URL(text);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  const isBare = username + password + search + hash === '' && pathname === '/';
  return isWeb && isBare && !/[?#@]/.test(text) ? origin : undefined;
}
