import type { Seal } from '@vivant/service-kit/seal';
import { createSessionCallbacks } from '../callbacks/session-callbacks.ts';
import { createMemoryEventLog } from '../events/memory-event-log.ts';
import { createRedisEventLog } from '../events/redis-event-log.ts';
import type { Foundation } from '../foundation.ts';
import type { SessionMeter } from '../health/bot-metrics.ts';
import { createSaveAnalysis } from '../history/analysis-store.ts';
import { createInterviewTokens } from '../interview/interview-token.ts';
import { createScanModels } from '../models/scan-models.ts';
import type { MeetingProvider } from '../providers/meeting-provider.ts';
import { createRequireReachable } from './callback-reachability.ts';
import { type CreateSessionOptions, createCreateSession } from './create-session.ts';
import { createMemoryCommandBus } from './memory-command-bus.ts';
import type { OpenRunner } from './open-runner.ts';
import { createRedisCommandBus } from './redis-command-bus.ts';
import { createSessionDesk } from './session-desk.ts';
import { createSessionHost } from './session-host.ts';
import { createSessionKeeper } from './session-keeper.ts';
import { createSessionWatch } from './watch-session.ts';

/** What sessions are built from. */
export interface SessionSources extends Foundation {
  readonly openRunner: OpenRunner;
  readonly meetings: { readonly providers: readonly MeetingProvider[] };
  readonly publicUrl: () => string;
  readonly callbackSeal: Seal;
  readonly judgeFor: CreateSessionOptions['judgeFor'];
  readonly heartbeatMs: number | undefined;
  readonly restMs: number | undefined;
  readonly meter: SessionMeter;
}

/** Builds everything around running sessions: shared by replicas through Redis, or of this process alone. */
export function createSessionServices(sources: SessionSources) {
  const { config, clock, newId, logger, database, redis, openRunner, meetings } = sources;
  const events =
    redis.kind === 'redis'
      ? createRedisEventLog({ client: redis.client, clock, logger })
      : createMemoryEventLog(clock);
  const bus =
    redis.kind === 'redis'
      ? createRedisCommandBus({ client: redis.client, newId, logger })
      : createMemoryCommandBus();
  const callbacks = createSessionCallbacks(clock, newId);
  const saveAnalysis = config.persistence ? createSaveAnalysis(database, newId) : undefined;
  const common = { database, clock, logger, events, callbacks, meter: sources.meter };
  const host = createSessionHost({ ...common, owner: newId(), openRunner, saveAnalysis });
  const keeper = createSessionKeeper({ ...common, host, providers: meetings.providers });
  const desk = createSessionDesk({ database, host, bus });
  const tokens = createInterviewTokens(config.secrets.TOKEN_SECRET, clock);
  const { faceGate, bgSegmentation, collectionSeconds, sessionHoursMax } = config;
  const createSession = createCreateSession({
    ...common,
    newId,
    host,
    tokens,
    models: createScanModels({ livenessUrl: config.livenessUrl, clock }),
    providers: meetings.providers,
    requireReachable: createRequireReachable(sources.publicUrl, clock),
    seal: sources.callbackSeal,
    callbackPolicy: { allowPrivate: config.webhookAllowPrivate },
    judgeFor: sources.judgeFor,
    defaults: { faceGate, bgSegmentation },
    collectionSeconds,
    sessionHoursMax,
  });
  const watch = createSessionWatch({
    ...common,
    desk,
    heartbeatMs: sources.heartbeatMs,
    restMs: sources.restMs,
  });
  return { events, bus, host, keeper, desk, tokens, createSession, watch };
}
