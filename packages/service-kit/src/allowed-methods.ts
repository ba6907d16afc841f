import { ApiError } from './api-error.ts';
import type { HttpServer } from './http-server.ts';

/** A route as it was declared. */
export interface DeclaredRoute {
  readonly method: string;
  /** The path pattern, for example `/sessions/:id` or `/interview/*`. */
  readonly pattern: string;
}

/** Answers requests without a route: 405 with `Allow` when the path has other methods, otherwise 404. */
export function addNotFoundHandler(server: HttpServer): void {
  const routes: DeclaredRoute[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, pattern: url });
  });
  server.setNotFoundHandler((request) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = allowedMethods(routes, path);
    // A route with the method has found nothing, for example no such file.
    if (allowed.length === 0 || allowed.includes(request.method))
      throw new ApiError('not_found', 'There is nothing at this address.');
    const allow = allowed.join(', ');
    throw new ApiError('method_not_allowed', `${request.method} is not possible here; allowed: ${allow}.`, {
      headers: { allow },
    });
  });
}

/** The methods of the routes whose pattern fits the path, sorted. */
export function allowedMethods(routes: readonly DeclaredRoute[], path: string): string[] {
  const fitting = routes.filter(({ pattern }) => fits(pattern.split('/'), path.split('/')));
  return [...new Set(fitting.map(({ method }) => method))].sort();
}

function fits(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.at(-1) === '*')
    return path.length >= pattern.length && fits(pattern.slice(0, -1), path.slice(0, pattern.length - 1));
  return (
    pattern.length === path.length &&
    pattern.every((segment, at) => (segment.startsWith(':') ? path[at] !== '' : segment === path[at]))
  );
}
