import type { HttpServer } from '@vivant/service-kit/http-server';
import { collectRoutes } from '@vivant/service-kit/openapi-document';
import { nameComponents } from './components.ts';
import { describedWebhooks } from './described-webhooks.ts';
import { API_KEY_SCHEME, APP_TOKEN_SCHEME, TOKEN_SCHEME } from './operation.ts';

const DESCRIPTION = `Decides whether the face in captured video frames belongs to a live person or to a spoof such as a photo, a replayed video or a deepfake.

Every answer is an envelope: \`data\`, \`success\`, \`message\`, and \`errors\` when it failed. Choose your recovery by error code.

Checks are limited for each key and endpoint: \`RateLimit-Policy\` and \`RateLimit\` say how many requests are left and when the window ends (seconds), \`Retry-After\` how long to wait after a 429. Send \`Idempotency-Key\` with a POST to repeat it safely.

\`GET /llms.txt\` is a short guide for language models. What is posted to webhooks is described under \`webhooks\`.`;

/** Collects the routes added after it into an OpenAPI 3.1 document. */
export async function addOpenApi(server: HttpServer, version: string): Promise<void> {
  nameComponents();
  await collectRoutes(server, {
    openapi: {
      openapi: '3.1.0',
      webhooks: describedWebhooks(),
      info: { title: 'Vivant liveness verification', version, description: DESCRIPTION },
      tags: [
        { name: 'checks', description: 'Judge captured frames.' },
        { name: 'videos', description: 'Judge recorded videos in the background.' },
        { name: 'models', description: 'What can judge, how well, and at what price.' },
        { name: 'keys', description: 'API keys and bot keys of the organization.' },
        { name: 'sessions', description: 'Sessions that a browser completes with a verification token.' },
        { name: 'hosts', description: 'Browser origins that may use verification tokens.' },
        { name: 'account', description: 'Credits, usage and work in progress.' },
        { name: 'webhooks', description: 'Be told of results.' },
        { name: 'health', description: 'State of the service.' },
      ],
      components: {
        securitySchemes: {
          [API_KEY_SCHEME]: {
            type: 'apiKey',
            in: 'header',
            name: 'X-API-Key',
            description: 'Keep it on a server: a key never belongs into client-side code.',
          },
          [TOKEN_SCHEME]: {
            type: 'apiKey',
            in: 'query',
            name: 'token',
            description:
              'A verification token of `POST /api/v1/sessions`; `X-API-Key` takes it too. It reaches only what names ' +
              'its session, in the path or in the body.',
          },
          [APP_TOKEN_SCHEME]: {
            type: 'http',
            scheme: 'bearer',
            description: 'The token that applications of one deployment share (`APP_TOKEN`).',
          },
        },
      },
    },
  });
}
