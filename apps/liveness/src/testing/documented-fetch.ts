import { findOperationId, requireDocumented } from './documented-response.ts';

/** A `fetch` that rejects answers which `openapi.json` does not describe. */
export interface DocumentedFetch {
  readonly fetch: typeof fetch;
  /** The operations that were asked for. */
  readonly operations: ReadonlySet<string>;
}

/** Makes one with nothing asked for yet. */
export function createDocumentedFetch(): DocumentedFetch {
  const operations = new Set<string>();
  return {
    operations,
    fetch: async (input, init) => {
      const { method, url } = new Request(input, { method: init?.method ?? 'GET' });
      const path = url.slice(new URL(url).origin.length);
      const operation = findOperationId(method, path);
      if (operation !== undefined) operations.add(operation);
      const response = await fetch(input, init);
      const body = await response.clone().text();
      requireDocumented({ method, url: path }, { statusCode: response.status, body });
      return response;
    },
  };
}
