import type { CreatedSession, CreateSessionBody } from '@vivant/contract/bot-session';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { AddressPolicy } from '@vivant/service-kit/public-address';
import { requireTarget } from '@vivant/service-kit/require-target';
import type { Seal } from '@vivant/service-kit/seal';
import { generateSigningSecret, rotateSecrets } from '@vivant/service-kit/signing-secrets';
import type { FrameJudge } from '../checks/frame-judge.ts';
import { type InterviewTokens, OBSERVE_AFTER_MS } from '../interview/interview-token.ts';
import type { BotCaller } from '../keys/validate-bot-key.ts';
import { requireScanAlias, type ScanModel, type ScanModels } from '../models/scan-models.ts';
import { type MeetingProvider, MeetingProviderError } from '../providers/meeting-provider.ts';
import type { RequireReachable } from './callback-reachability.ts';
import type { SessionHost } from './session-host.ts';
import { findSessionOfRequest, type NewSession } from './session-store.ts';
import type { SessionRecord } from './sessions-table.ts';

/** A request that may be repeated. */
export interface RepeatableRequest {
  readonly key: string;
  readonly bodySha256: string;
}

/** Starts a bot for a meeting. */
export type CreateSession = (
  caller: BotCaller,
  body: CreateSessionBody,
  repeatable: RepeatableRequest | undefined,
) => Promise<CreatedSession>;

export interface CreateSessionOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly host: SessionHost;
  readonly models: ScanModels;
  readonly providers: readonly MeetingProvider[];
  readonly tokens: InterviewTokens;
  readonly requireReachable: RequireReachable;
  /** Seals the secrets that sign callbacks. */
  readonly seal: Seal;
  readonly callbackPolicy: AddressPolicy;
  /** The judge that an organization's checks are billed through. */
  readonly judgeFor: (caller: BotCaller) => Promise<FrameJudge>;
  readonly defaults: { readonly faceGate: boolean; readonly bgSegmentation: boolean };
  /** How long ten frames of a person may take to collect. */
  readonly collectionSeconds: number;
  readonly sessionHoursMax: number;
}

const DEFAULT_MODEL = 'mixed-10-v2';

const HOUR_MS = 3_600_000;

/** A bot is not sent for a meeting further away: nobody would know of it any more. */
const JOIN_AHEAD_MS_MAX = 30 * 24 * HOUR_MS;

/**
 * Builds the start of sessions. The checks come in a fixed order, and before the first of them has failed nothing is
 * stored and no bot is sent.
 */
export function createCreateSession(options: CreateSessionOptions): CreateSession {
  const { database, host, newId } = options;
  return async (caller, body, repeatable) => {
    const known = repeatable && (await findSessionOfRequest(database, caller.organizationId, repeatable.key));
    if (known) return answerAgain(options, known, repeatable);
    const checked = await check(options, caller, body);
    const secret = body.callbackUrl === undefined ? undefined : generateSigningSecret();
    const record = recordOf(options, { id: newId(), caller, body, repeatable, secret, ...checked });
    const botId = await sendBot(options, { caller, body, record, ...checked });
    if (botId !== undefined) return present(options, { ...record, botId }, secret);
    // A request with the same key was faster.
    const other = repeatable && (await findSessionOfRequest(database, caller.organizationId, repeatable.key));
    if (!other) throw new Error(`Session of ${host.owner} was refused without another one.`);
    return answerAgain(options, other, repeatable);
  };
}

interface Checked {
  readonly model: ScanModel;
  readonly provider: MeetingProvider;
  readonly source: string;
  readonly joinAt: Date | undefined;
}

async function check(
  options: CreateSessionOptions,
  caller: BotCaller,
  body: CreateSessionBody,
): Promise<Checked> {
  const alias = body.model ?? DEFAULT_MODEL;
  requireScanAlias(alias);
  const joinAt = joinTimeOf(body, options.clock);
  if (!caller.canBill)
    throw new ApiError(
      'no_linked_key',
      'The bot key has no linked verification-service key to bill checks to.',
    );
  const model = await options.models.find(alias, caller.botKey);
  const { provider, source } = findProvider(options.providers, new URL(body.meetingUrl));
  if (body.callbackUrl !== undefined)
    await requireTarget(body.callbackUrl, options.callbackPolicy, 'callbackUrl');
  if (provider.needsCallback) await options.requireReachable();
  return { model, provider, source, joinAt };
}

function joinTimeOf({ joinAt }: CreateSessionBody, clock: Clock): Date | undefined {
  if (joinAt === undefined) return undefined;
  const at = new Date(joinAt);
  const aheadMs = at.getTime() - clock.now().getTime();
  if (aheadMs > JOIN_AHEAD_MS_MAX)
    throw new ApiError('validation_error', 'joinAt: must be within the next 30 days.');
  return aheadMs > 0 ? at : undefined;
}

function findProvider(providers: readonly MeetingProvider[], meetingUrl: URL) {
  for (const provider of providers) {
    const source = provider.platformOf(meetingUrl);
    if (source !== undefined) return { provider, source };
  }
  throw new ApiError(
    'validation_error',
    'meetingUrl: not an address of a meeting platform that this deployment supports.',
  );
}

interface Ordered extends Checked {
  readonly caller: BotCaller;
  readonly body: CreateSessionBody;
}

function recordOf(
  { clock, host, defaults, sessionHoursMax, seal }: CreateSessionOptions,
  {
    id,
    caller,
    body,
    repeatable,
    secret,
    model,
    provider,
    source,
    joinAt,
  }: Ordered & {
    readonly id: string;
    readonly repeatable: RepeatableRequest | undefined;
    readonly secret: string | undefined;
  },
): NewSession {
  const createdAt = clock.now();
  const begins = joinAt ?? createdAt;
  return {
    id,
    owner: host.owner,
    organizationId: caller.organizationId,
    provider: provider.name,
    status: 'bot_created',
    meetingUrl: body.meetingUrl,
    meetingSource: source,
    meetingName: body.meetingName ?? null,
    model: model.id,
    faceGate: body.faceGate ?? defaults.faceGate,
    bgSegmentation: body.bgSegmentation ?? defaults.bgSegmentation,
    callbackUrl: body.callbackUrl ?? null,
    callbackSecrets: secret ? rotateSecrets([], { text: secret, webhookId: id, at: createdAt }, seal) : null,
    requestKey: repeatable?.key ?? null,
    requestSha256: repeatable?.bodySha256 ?? null,
    createdAt,
    expiresAt: new Date(begins.getTime() + sessionHoursMax * HOUR_MS),
  };
}

async function sendBot(
  { host, judgeFor, collectionSeconds }: CreateSessionOptions,
  { caller, body, record, model, provider, joinAt }: Ordered & { readonly record: NewSession },
): Promise<string | undefined> {
  try {
    return await host.open({
      record,
      provider,
      judge: await judgeFor(caller),
      plan: {
        sessionId: record.id,
        model: model.id,
        framesRequired: model.framesRequired,
        collectionSeconds,
        targetParticipantNames: body.targetParticipantNames ?? [],
        excludeParticipantNames: body.excludeParticipantNames ?? [],
        faceGate: record.faceGate,
        bgSegmentation: record.bgSegmentation,
        rescanIntervalSeconds: body.rescanIntervalSeconds,
      },
      join: {
        sessionId: record.id,
        meetingUrl: new URL(body.meetingUrl),
        botName: body.botName ?? caller.botDisplayName,
        logoUrl: caller.logoUrl,
        joinAt,
      },
    });
  } catch (error) {
    if (!(error instanceof MeetingProviderError)) throw error;
    throw new ApiError('service_unavailable', `The bot could not be sent: ${error.message}`, {
      retryable: error.retryable,
      cause: error,
    });
  }
}

function answerAgain(
  options: CreateSessionOptions,
  session: SessionRecord,
  { bodySha256 }: RepeatableRequest,
): Promise<CreatedSession> {
  if (session.requestSha256 !== bodySha256)
    throw new ApiError('idempotency_mismatch', 'The Idempotency-Key was used with another body.');
  if (session.botId === null)
    throw new ApiError('idempotency_conflict', 'A request with this Idempotency-Key is in progress.', {
      headers: { 'retry-after': '1' },
    });
  const [secret] = session.callbackSecrets ?? [];
  return present(
    options,
    { ...session, botId: session.botId },
    secret && options.seal.open(secret.sealed, session.id),
  );
}

async function present(
  { tokens }: CreateSessionOptions,
  session: Pick<SessionRecord, 'id' | 'organizationId' | 'expiresAt'> & { readonly botId: string },
  callbackSecret: string | undefined,
): Promise<CreatedSession> {
  const { id: sessionId, organizationId, botId, expiresAt } = session;
  const observableUntil = new Date(expiresAt.getTime() + OBSERVE_AFTER_MS);
  return {
    sessionId,
    botId,
    status: 'bot_created',
    interviewToken: await tokens.issue({ sessionId, organizationId }, observableUntil),
    message: 'The bot is on its way to the meeting.',
    ...(callbackSecret !== undefined && { callbackSecret }),
  };
}
