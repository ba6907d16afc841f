import { ApiError } from '@vivant/service-kit/api-error';
import type { onRequestAsyncHookHandler } from 'fastify';

/**
 * A hook that lets a browser's request pass only from a page of this service, so that another site cannot act for whoever
 * is signed in. `SameSite` alone also trusts the sibling domains. Browsers say where a POST or PUT comes from.
 *
 * @param publicUrl address under which browsers know the service
 */
export function requireSameOrigin(publicUrl: () => string): onRequestAsyncHookHandler {
  return async ({ headers }) => {
    const { origin, host, 'sec-fetch-site': site } = headers;
    const isOwn = origin !== undefined && (origin === new URL(publicUrl()).origin || hostOf(origin) === host);
    if (!isOwn || (site !== undefined && site !== 'same-origin'))
      throw new ApiError('foreign_origin', 'This is possible from a page of this service only.');
  };
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
