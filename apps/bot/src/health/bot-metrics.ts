import { type BotEvent, ENDED_STATUSES } from '@vivant/contract/bot-event';
import { createServiceMetrics, type ServiceMetrics } from '@vivant/service-kit/service-metrics';
import { Counter, Gauge, Registry } from 'prom-client';

/** What is asked for its state at each reading. */
export interface BotMetricSources {
  readonly countSessions: () => number;
  readonly countStreams: () => number;
}

/** Counts what happens in sessions; nothing of it tells in which, or to whom. */
export interface SessionMeter {
  countEvent(event: BotEvent): void;
  /** A bot could not be made to leave; it will be tried again. */
  countFailedDismissal(): void;
}

/** What is counted of the bot. */
export interface BotMetrics extends ServiceMetrics, SessionMeter {}

/** A metric that registers itself would be built for its side effect only. */
const registers: Registry[] = [];

/** Builds the metrics of the bot; close them in the end. */
export function createBotMetrics(sources: BotMetricSources): BotMetrics {
  const registry = new Registry();
  for (const gauge of gaugesOf(sources)) registry.registerMetric(gauge);
  return { ...createSessionMeter(registry), ...createServiceMetrics(registry) };
}

function gaugesOf({ countSessions, countStreams }: BotMetricSources): Gauge[] {
  return [
    new Gauge({
      name: 'vivant_bot_sessions',
      help: 'Sessions that this process runs.',
      registers,
      collect() {
        this.set(countSessions());
      },
    }),
    new Gauge({
      name: 'vivant_bot_event_streams',
      help: 'Event streams that are open.',
      registers,
      collect() {
        this.set(countStreams());
      },
    }),
  ];
}

function createSessionMeter(registry: Registry): SessionMeter {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `vivant_bot_${name}_total`, help, labelNames, registers: [registry] });
  const ended = counter('sessions_ended', 'Sessions that ended, by status.', ['status']);
  const verdicts = counter('verdicts', 'Verdicts about participants.', ['verdict']);
  const failed = counter('analyses_failed', 'Analyses without a verdict.', []);
  const stopped = counter('scans_stopped', 'Collections that ended without a verdict, by reason.', [
    'reason',
  ]);
  const rejected = counter('rejections', 'Rejected frames that were told, one a second a participant.', [
    'reason',
  ]);
  const disconnected = counter('provider_disconnects', 'Losses of the connection to a meeting.', []);
  const dismissals = counter('dismissals_failed', 'Attempts to make a bot leave that failed.', []);
  return {
    countFailedDismissal: () => dismissals.inc(),
    countEvent(event) {
      if (event.type === 'session-status' && ENDED_STATUSES.includes(event.status))
        ended.inc({ status: event.status });
      if (event.type === 'participant-result') verdicts.inc({ verdict: event.verdict });
      if (event.type === 'analysis-failed') failed.inc();
      if (event.type === 'participant-stage' && event.reason) stopped.inc({ reason: event.reason });
      if (event.type === 'frame-quality-rejected') rejected.inc({ reason: event.reason });
      if (event.type === 'recall-disconnected') disconnected.inc();
    },
  };
}
