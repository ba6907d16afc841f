import { type ConnectionOptions, createConnection, refuseKeyInPage } from '../connection.ts';
import { type Account, createAccount } from './account.ts';
import type { LivenessApi } from './api.ts';
import { type Checks, createChecks } from './checks.ts';
import { createHealth, type HealthChecks } from './health.ts';
import { createHosts, type Hosts } from './hosts.ts';
import { createKeys, type Keys } from './keys.ts';
import { toLivenessError } from './liveness-error.ts';
import { createModels, type Models } from './models.ts';
import { readResult } from './result.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createUploads, type Uploads } from './uploads.ts';
import { createVideos, type Videos } from './videos.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

export type { ImageSource } from '../base64.ts';
export type { CallOptions, RetryNotice } from '../transport.ts';
export type { UsageReader, UsageRow } from './account.ts';
export type { ModelChoice, ModelVersion } from './check-params.ts';
export type {
  FastCheckCropsParams,
  FastCheckParams,
  FastCheckStreamParams,
  LiveCheckParams,
  VerifyParams,
} from './checks.ts';
export type { Probe } from './health.ts';
export type { ModelUse, RateLimitState, Result, ResultMeta } from './result.ts';
export type { StreamFramesParams } from './stream-frames.ts';
export { StreamIncompleteError } from './stream-frames.ts';
export type {
  UploadBatchParams,
  UploadedCheckParams,
  UploadFramesParams,
  UploadVideoParams,
} from './uploads.ts';
export type { DetectVideoParams, SubmissionRef } from './videos.ts';
export type { DeliveriesQuery } from './webhooks.ts';

/** Where the service is, who calls, and how patiently. */
export interface LivenessClientOptions extends ConnectionOptions {
  /** An API key (`sk-...`); it belongs on a server. */
  readonly apiKey?: string | undefined;
  /** A verification token (`vt_...`), for a browser: it reaches one session. */
  readonly token?: string | undefined;
  /** The token that applications of one deployment share; lists the models without a key. */
  readonly appToken?: string | undefined;
  /** Prefix of the model headers, as the service is configured; `X-Service` if absent. */
  readonly headerPrefix?: string | undefined;
}

/** The client of the liveness API. */
export interface LivenessClient extends Account {
  /** Immediate checks. */
  readonly checks: Checks;
  /** Checks of material that is uploaded first. */
  readonly uploads: Uploads;
  /** Checks of recorded videos. */
  readonly videos: Videos;
  /** The model registry. */
  readonly models: Models;
  /** Verification sessions. */
  readonly sessions: Sessions;
  /** API keys. */
  readonly keys: Keys;
  /** Where events are posted. */
  readonly webhooks: Webhooks;
  /** Browser origins. */
  readonly hosts: Hosts;
  /** How the service is. */
  readonly health: HealthChecks;
}

/**
 * Makes a client of the liveness API.
 * @throws TypeError when the options contradict each other
 */
export function createLivenessClient(options: LivenessClientOptions): LivenessClient {
  const { headerPrefix = 'X-Service' } = options;
  const headers = credentialsOf(options);
  const { transport, runtime } = createConnection(options, { headers, toError: toLivenessError });
  const api: LivenessApi = {
    runtime,
    send: async (call, callOptions) => readResult(await transport.send(call, callOptions), headerPrefix),
  };
  return {
    checks: createChecks(api),
    uploads: createUploads(api),
    videos: createVideos(api),
    models: createModels(api, options.appToken),
    sessions: createSessions(api),
    keys: createKeys(api),
    ...createAccount(api),
    webhooks: createWebhooks(api),
    hosts: createHosts(api),
    health: createHealth(api),
  };
}

function credentialsOf(options: LivenessClientOptions): Record<string, string> {
  const { apiKey, token } = options;
  if (apiKey !== undefined && token !== undefined)
    throw new TypeError('Give either apiKey or token, not both.');
  if (apiKey !== undefined || options.appToken !== undefined) refuseKeyInPage(options);
  const key = apiKey ?? token;
  return key === undefined ? {} : { 'x-api-key': key };
}
