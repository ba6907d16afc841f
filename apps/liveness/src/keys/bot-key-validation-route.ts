import { botKeyValidationBody, botKeyValidationSchema } from '@vivant/contract/bot-key-validation';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { errorResponses } from '../openapi/operation.ts';
import { success, successResponse } from '../openapi/success-response.ts';
import type { ValidateBotKey } from './bot-key-validation.ts';

/** What the validation of bot keys needs from the service. */
export interface BotKeyValidationDependencies {
  readonly validateBotKey: ValidateBotKey;
}

/** A key and the braces around it. */
const BODY_BYTES_MAX = 4096;

const schema = {
  operationId: 'validateBotKey',
  summary: 'Ask whom a bot key speaks for',
  description: 'For the meeting bot. The key in the body is the only credential.',
  tags: ['keys'],
  security: [],
  body: botKeyValidationBody,
  response: {
    200: successResponse('The organization of the key.', botKeyValidationSchema),
    ...errorResponses([
      'missing_field',
      'validation_error',
      'invalid_key',
      'account_suspended',
      'payload_too_large',
      'unsupported_media_type',
      'internal_error',
      'service_unavailable',
    ]),
  },
} as const;

/** Adds `POST /api/auth/v1/org-bot-keys/validate/`. */
export function addBotKeyValidationRoute(
  server: HttpServer,
  { validateBotKey }: BotKeyValidationDependencies,
): void {
  const path = '/api/auth/v1/org-bot-keys/validate/';
  server.post(path, { schema, bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
    const validation = await validateBotKey(request.body.key);
    reply.header('cache-control', 'no-store');
    return success(validation, 'The bot key is valid.');
  });
}
