import type { HttpServer } from '@vivant/service-kit/http-server';
import { z } from 'zod';
import type { Accounts } from '../accounts/accounts.ts';
import { requireSameOrigin } from '../accounts/require-same-origin.ts';
import { requireUser, type SignInCookie } from '../accounts/sign-in-cookie.ts';
import type { Guards } from '../keys/guards.ts';
import { answer, errorAnswers, SIGN_IN_SCHEME } from '../openapi/answers.ts';
import type { ApiKeySetting } from './api-key-setting.ts';
import type { RequireUsableKey } from './require-usable-key.ts';

/** What the settings need from the service. */
export interface SettingsRouteDependencies {
  readonly guards: Guards;
  readonly accounts: Accounts;
  readonly cookie: SignInCookie;
  readonly publicUrl: () => string;
  readonly apiKeySetting: ApiKeySetting;
  readonly requireUsableKey: RequireUsableKey;
}

const PATH = '/api/settings/api-key';
const BODY_BYTES_MAX = 4096;

const statusSchema = z.object({
  configured: z.boolean(),
  last4: z.string().nullable().describe('The last letters of the key; null when none is set.'),
  updatedAt: z.iso.datetime().nullable(),
});

const keyBody = z.object({
  apiKey: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{8,256}$/, 'must be 8 to 256 letters without spaces')
    .describe("The organization's key for the verification service."),
});

const common = { tags: ['settings'], security: [{ [SIGN_IN_SCHEME]: [] }] };

/** Adds `GET` and `PUT /api/settings/api-key`. */
export function addSettingsRoutes(server: HttpServer, dependencies: SettingsRouteDependencies): void {
  const { guards, publicUrl, apiKeySetting, requireUsableKey } = dependencies;
  server.get(
    PATH,
    {
      onRequest: guards.address,
      schema: {
        ...common,
        operationId: 'readApiKeyStatus',
        summary: 'Ask whether a verification-service key is set',
        response: { 200: answer('What is known of the key.', statusSchema), ...errorAnswers(401, 429, 503) },
      },
    },
    async (request, reply) => {
      const { organizationId } = await requireUser(request, dependencies);
      reply.header('cache-control', 'no-store');
      return apiKeySetting.read(organizationId);
    },
  );

  server.put(
    PATH,
    {
      onRequest: [requireSameOrigin(publicUrl), guards.address],
      bodyLimit: BODY_BYTES_MAX,
      schema: {
        ...common,
        operationId: 'setApiKey',
        summary: 'Set the verification-service key',
        body: keyBody,
        response: {
          200: answer('The key was tried and stored.', statusSchema),
          ...errorAnswers(400, 401, 403, 413, 415, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const { organizationId } = await requireUser(request, dependencies);
      await requireUsableKey(request.body.apiKey);
      reply.header('cache-control', 'no-store');
      return apiKeySetting.write(organizationId, request.body.apiKey);
    },
  );
}
