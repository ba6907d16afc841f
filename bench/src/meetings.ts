import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameJudge } from '@vivant/bot/checks/frame-judge';
import type { CameraImage } from '@vivant/bot/providers/meeting-provider';
import {
  createSyntheticProvider,
  type SyntheticProvider,
} from '@vivant/bot/providers/testing/synthetic-provider';
import { createSessionRunner } from '@vivant/bot/scans/create-session-runner';
import type { SessionRunner } from '@vivant/bot/scans/session-runner';
import { systemTimers } from '@vivant/bot/scans/timers';
import type { FrameGate } from '@vivant/engine/frame-gate';
import { createFrameGate } from '@vivant/engine/frame-gate-pool';
import { systemClock } from '@vivant/service-kit/clock';
import { prepareWeights } from '@vivant/weights/prepare';
import { drawFrames } from './frames.ts';
import { weightsDirOf } from './parts.ts';
import { quantile } from './statistics.ts';

const PARTICIPANTS = 4;
const FRAMES_REQUIRED = 10;
const JUDGE_MS = 600;
const DRAWN_FRAMES = 20;
const REPORTS = 5;

/** What happened in all sessions so far. */
interface Tally {
  /** From a frame to the event that tells of it, in milliseconds. */
  latenciesMs: number[];
  verdicts: number;
  /** The longest that a frame waited before the gate took it. */
  waitMsMax: number;
  faults: number;
}

/** Runs sessions of the meeting bot at once and prints how they fared. */
export async function benchMeetings(sessions: number, seconds: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vivant-bench-'));
  try {
    const gate = createFrameGate({
      netPaths: await prepareWeights({ cacheDir: weightsDirOf(dataDir) }),
      workers: 1,
    });
    await gate.start();
    await runMeetings(gate, sessions, seconds);
    await gate.stop();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function runMeetings(gate: FrameGate, sessions: number, seconds: number): Promise<void> {
  const provider = createSyntheticProvider({ clock: systemClock, timers: systemTimers });
  const pictures = drawFrames(DRAWN_FRAMES);
  const shots = new WeakMap<object, number>();
  const camera = (index: number): CameraImage => {
    const image: CameraImage = { format: 'rgb', ...pictures[index % DRAWN_FRAMES]! };
    shots.set(image, systemClock.monotonicMs());
    return image;
  };
  const tally: Tally = { latenciesMs: [], verdicts: 0, waitMsMax: 0, faults: 0 };
  const running: SessionRunner[] = [];
  for (let index = 0; index < sessions; index++) {
    const url = `https://meeting.test/${index}`;
    for (let guest = 0; guest < PARTICIPANTS; guest++) provider.meeting(url).arrive(`Guest ${guest}`, camera);
    running.push(await openSession({ provider, gate, tally, shots }, url));
  }
  for (let report = 1; report <= REPORTS; report++) {
    const cpuBefore = process.cpuUsage();
    await pause((seconds / REPORTS) * 1000);
    printReport(tally, seconds / REPORTS, process.cpuUsage(cpuBefore));
    tally.latenciesMs = [];
    tally.verdicts = 0;
  }
  for (const session of running) await session.end('stopped');
}

/** What all sessions share. */
interface Hall {
  readonly provider: SyntheticProvider;
  readonly gate: FrameGate;
  readonly tally: Tally;
  /** When each picture was taken. */
  readonly shots: WeakMap<object, number>;
}

async function openSession({ provider, gate, tally, shots }: Hall, url: string): Promise<SessionRunner> {
  const sessionId = randomUUID();
  const plan = {
    sessionId,
    model: 'mixed-10-v2',
    framesRequired: FRAMES_REQUIRED,
    targetParticipantNames: [],
    excludeParticipantNames: [],
    faceGate: true,
    bgSegmentation: false,
    rescanIntervalSeconds: 1,
  };
  let shotMs = 0;
  const watchedGate: FrameGate = {
    start: () => gate.start(),
    stop: () => gate.stop(),
    forget: (streamId) => gate.forget(streamId),
    pass: (frame) => {
      // One frame of a session is at the gate at a time: what is told next is about this one.
      shotMs = shots.get(frame.image) ?? 0;
      tally.waitMsMax = Math.max(tally.waitMsMax, systemClock.monotonicMs() - shotMs);
      return gate.pass(frame);
    },
  };
  const session = createSessionRunner(plan, {
    judge,
    gate: watchedGate,
    clock: systemClock,
    timers: systemTimers,
    newId: () => randomUUID(),
    onFault: () => tally.faults++,
    observer: {
      onEvent: ({ type }) => {
        if (type === 'participant-result') tally.verdicts++;
        if (type === 'frame-progress') tally.latenciesMs.push(systemClock.monotonicMs() - shotMs);
      },
      onAnalysis: () => {},
    },
  });
  const request = { sessionId, meetingUrl: new URL(url), botName: 'Bench', logoUrl: undefined };
  session.attach(await provider.join({ ...request, joinAt: undefined }, session));
  return session;
}

const judge: FrameJudge = {
  async judge({ frames }) {
    await pause(JUDGE_MS);
    const realScore = 0.9;
    return {
      verdict: 'live',
      score: 90,
      realScore,
      confidence: realScore,
      framesProcessed: frames.length,
      processingMs: JUDGE_MS,
    };
  },
};

function printReport(tally: Tally, seconds: number, cpu: NodeJS.CpuUsage): void {
  const { latenciesMs, verdicts, waitMsMax, faults } = tally;
  const told = latenciesMs.length > 0 ? latenciesMs : [0];
  const cores = (cpu.user + cpu.system) / 1e6 / seconds;
  const memoryMiB = process.memoryUsage.rss() / 2 ** 20;
  console.log(
    [
      `${(latenciesMs.length / seconds).toFixed(0)} frames/s passed`,
      `${(verdicts / seconds).toFixed(1)} verdicts/s`,
      `frame to event p50 ${quantile(told, 0.5).toFixed(0)} ms, p99 ${quantile(told, 0.99).toFixed(0)} ms`,
      `longest wait ${waitMsMax.toFixed(0)} ms`,
      `${cores.toFixed(2)} cores`,
      `${memoryMiB.toFixed(0)} MiB`,
      `${faults} faults`,
    ].join(', '),
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
