import { analysisRecordSchema } from '@vivant/contract/analysis-record';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Database } from '@vivant/service-kit/database';
import type { HttpServer } from '@vivant/service-kit/http-server';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Accounts } from '../accounts/accounts.ts';
import { requireUser, type SignInCookie } from '../accounts/sign-in-cookie.ts';
import { bearerOf } from '../keys/authorize-bot.ts';
import type { Guards } from '../keys/guards.ts';
import type { ValidateBotKey } from '../keys/validate-bot-key.ts';
import { answer, BOT_KEY_SCHEME, errorAnswers, SIGN_IN_SCHEME } from '../openapi/answers.ts';
import { listAnalyses } from './analysis-store.ts';

/** What the history needs from the service. */
export interface HistoryRouteDependencies {
  readonly guards: Guards;
  readonly database: Database;
  readonly accounts: Accounts;
  readonly cookie: SignInCookie;
  readonly validateBotKey: ValidateBotKey;
  /** Whether analyses are kept. */
  readonly persistence: boolean;
}

const LIMIT = 50;
const LIMIT_MAX = 200;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Browsers send an empty field of a form as an empty text. */
const optional = <Field extends z.ZodType>(field: Field) =>
  z.preprocess((value) => (value === '' ? undefined : value), field.optional());

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'must be a date (2026-11-20) or a time (2026-11-20T10:00:00Z)',
});

const querySchema = z.object({
  limit: optional(z.coerce.number().int().min(1)).describe('At most 200 are answered; 50 by default.'),
  offset: optional(z.coerce.number().int().min(0).max(10_000_000)),
  verdict: optional(z.enum(['live', 'fake'])),
  model: optional(z.string().max(64)).describe('Alias.'),
  meeting_source: optional(z.string().max(64)).describe('Platform of the meeting.'),
  date_from: optional(moment).describe('The first day or moment, UTC unless it says otherwise.'),
  date_to: optional(moment).describe('The last day or moment; a day counts to its end.'),
});

const pageSchema = z.object({
  analyses: z.array(analysisRecordSchema),
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
});

/** Adds `GET /api/analyses`. */
export function addHistoryRoutes(server: HttpServer, dependencies: HistoryRouteDependencies): void {
  const { guards, database, persistence } = dependencies;
  server.get(
    '/api/analyses',
    {
      onRequest: guards.address,
      schema: {
        tags: ['history'],
        operationId: 'listAnalyses',
        summary: 'List analyses, the newest first',
        security: [{ [BOT_KEY_SCHEME]: [] }, { [SIGN_IN_SCHEME]: [] }],
        querystring: querySchema,
        response: {
          200: answer('A page of analyses.', pageSchema),
          ...errorAnswers(400, 401, 403, 429, 501, 503),
        },
      },
    },
    async (request, reply) => {
      const organizationId = await organizationOf(request, dependencies);
      if (!persistence)
        throw new ApiError('persistence_disabled', 'This deployment keeps no analyses (PERSISTENCE=false).');
      const { verdict, model, meeting_source: meetingSource, date_from, date_to, ...page } = request.query;
      const limit = Math.min(page.limit ?? LIMIT, LIMIT_MAX);
      const offset = page.offset ?? 0;
      const from = date_from === undefined ? undefined : new Date(date_from);
      const to = date_to === undefined ? undefined : endOf(date_to);
      const filter = { organizationId, verdict, model, meetingSource, from, to, limit, offset };
      reply.header('cache-control', 'no-store');
      return { ...(await listAnalyses(database, filter)), limit, offset };
    },
  );
}

/** A bot key wins: whoever sends one means it. */
async function organizationOf(
  request: FastifyRequest,
  { validateBotKey, accounts, cookie }: HistoryRouteDependencies,
): Promise<number> {
  const key = bearerOf(request);
  if (key !== undefined) return (await validateBotKey(key)).organizationId;
  return (await requireUser(request, { accounts, cookie })).organizationId;
}

/** The last moment that a range contains. */
function endOf(text: string): Date {
  const at = new Date(text);
  return text.includes('T') ? at : new Date(at.getTime() + DAY_MS - 1);
}
