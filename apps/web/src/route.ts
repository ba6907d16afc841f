/** What an address shows. */
export type Route =
  | { readonly page: 'observer'; readonly token: string }
  | { readonly page: 'room'; readonly roomId: string }
  | { readonly page: 'lobby' }
  | { readonly page: 'sign-in' }
  | { readonly page: 'history' }
  | { readonly page: 'settings' }
  | { readonly page: 'unknown' };

/** Reads the route from the path of an address. */
export function routeOf(pathname: string): Route {
  const [page, rest, ...more] = pathname.split('/').slice(1).filter(Boolean).map(decodeSegment);
  if (more.length > 0) return { page: 'unknown' };
  if (page === 'interview' && rest) return { page: 'observer', token: rest };
  if (page === 'room') return rest ? { page: 'room', roomId: rest } : { page: 'lobby' };
  if (rest !== undefined) return { page: 'unknown' };
  if (page === 'signin') return { page: 'sign-in' };
  if (page === 'history') return { page: 'history' };
  if (page === 'settings') return { page: 'settings' };
  return { page: 'unknown' };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Where to go after signing in: only a path of these pages.
 *
 * @param wanted - The `next` parameter of the address, which anybody may have written.
 */
export function pathAfterSignIn(wanted: string | null, origin: string): string {
  const fallback = '/history';
  const target = wanted === null ? null : URL.parse(wanted, origin);
  if (!target) return fallback;
  const { page } = routeOf(target.pathname);
  // Put together anew: a path that begins with two slashes would be another host.
  return page === 'history' || page === 'settings' ? `/${page}${target.search}` : fallback;
}
