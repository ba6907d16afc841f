import type { HttpServer } from '@vivant/service-kit/http-server';
import { collectRoutes } from '@vivant/service-kit/openapi-document';
import { BOT_KEY_SCHEME, SIGN_IN_SCHEME } from './answers.ts';

const DESCRIPTION = `A bot joins a video meeting, has its participants judged by the verification service, and tells stages and verdicts.

A failed answer is \`{"error": "..."}\`. Routes are limited for each organization or address: \`RateLimit-Policy\` and \`RateLimit\` say how many requests are left, \`Retry-After\` how long to wait after a 429. Send \`Idempotency-Key\` with \`POST /api/sessions\` to repeat it without sending a second bot.

Events are server-sent: \`event\` is the kind, \`data\` JSON with \`type\` and \`timestamp\`, \`id\` increases within a session and is taken back as \`Last-Event-ID\`.

To a session's \`callbackUrl\` are posted \`participant.result\` and \`session.completed\`, signed as Standard Webhooks with the \`callbackSecret\` of the creating answer.`;

/** Collects the routes added after it into an OpenAPI 3.1 document. */
export async function addOpenApi(server: HttpServer, version: string): Promise<void> {
  await collectRoutes(server, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Vivant meeting bot', version, description: DESCRIPTION },
      tags: [
        { name: 'sessions', description: 'Bots in meetings.' },
        { name: 'observers', description: 'What an interview token opens.' },
        { name: 'history', description: 'Past analyses.' },
        { name: 'accounts', description: 'Signing in with a browser.' },
        { name: 'settings', description: 'What an organization sets.' },
        { name: 'health', description: 'State of the service.' },
      ],
      components: {
        securitySchemes: {
          [BOT_KEY_SCHEME]: {
            type: 'http',
            scheme: 'bearer',
            description: 'A bot key (`sk-bot-...`). Keep it on a server.',
          },
          [SIGN_IN_SCHEME]: {
            type: 'apiKey',
            in: 'cookie',
            name: '__Host-vivant-session',
            description: 'The cookie of a signed-in browser (`vivant-session` without https).',
          },
        },
      },
    },
  });
}
