import type { HttpServer } from '@vivant/service-kit/http-server';

interface Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
}

interface Document {
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const INTRODUCTION = `# Vivant liveness verification

> HTTP API that decides whether the face in captured video frames belongs to a live person (\`live\`) or to a spoof such as a photo, a replayed video or a deepfake (\`fake\`).

- Send the header \`X-API-Key\` with every request. A key stays on a server; a browser gets a token of \`POST /api/v1/sessions\`.
- Every answer is an envelope: \`data\`, \`success\`, \`message\`, and \`errors\` (a list of {code: [messages]}) when it failed. Recover by code.
- The shortest check: \`POST /api/v1/fast-check\` with a new UUID as \`session_id\` and 10 \`frames\` of {index, timestamp_ms, pixels: base64 PNG or JPEG}. \`data.verdict\` is the answer, \`data.score\` 65 or more means live.
- After 429 and 503 wait as long as \`Retry-After\` says. \`Idempotency-Key\` makes a POST safe to repeat.

## Reference

- [OpenAPI 3.1 document](/openapi.json): every operation, field, error code and webhook
- [Interactive reference](/docs/): the same, for people
`;

/** The guide for language models (llmstxt.org): how to begin, and every operation of the document. */
export function llmsText({ tags = [], paths = {} }: Document): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, tags: of }]) => ({
      tag: of?.[0],
      line: `- \`${method.toUpperCase()} ${path}\`: ${summary}`,
    })),
  );
  const sections = tags.map(({ name, description }) => {
    const lines = operations.filter(({ tag }) => tag === name).map(({ line }) => line);
    return `## ${name}\n\n${description}\n\n${lines.join('\n')}\n`;
  });
  return [INTRODUCTION, ...sections].join('\n');
}

/** Adds `GET /llms.txt`. */
export function addLlmsTextRoute(server: HttpServer): void {
  server.get('/llms.txt', { schema: { hide: true } }, async (_request, reply) => {
    return reply.type('text/plain; charset=utf-8').send(llmsText(server.swagger() as Document));
  });
}
