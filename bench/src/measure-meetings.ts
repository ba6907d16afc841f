import type { CameraImage, MeetingProvider } from '@vivant/bot/providers/meeting-provider';
import {
  createSyntheticProvider,
  type SyntheticProvider,
} from '@vivant/bot/providers/testing/synthetic-provider';
import { systemTimers } from '@vivant/bot/scans/timers';
import type { FrameGate } from '@vivant/engine/frame-gate';
import { createFrameGate } from '@vivant/engine/frame-gate-pool';
import { systemClock } from '@vivant/service-kit/clock';
import { prepareWeights } from '@vivant/weights/prepare';
import { drawFrames } from './frames.ts';
import type { Measurement } from './measurement.ts';
import { type MeetingService, startMeetingService } from './meeting-service.ts';
import { type Observers, startObservers } from './observers.ts';
import { weightsDirOf } from './parts.ts';
import { quantile } from './statistics.ts';

const PARTICIPANTS = 4;
const OBSERVERS = 10;
const FPS = 10;
const DRAWN_FRAMES = 20;
const REPORTS = 5;

/** What happened at the gate since the last report. */
interface Tally {
  /** From the picture of a frame to what is told of it, in milliseconds. */
  frameMs: number[];
  /** The longest that a frame waited before the gate took it. */
  waitMsMax: number;
}

/** Runs sessions of the meeting bot at once, each with ten observers over HTTP, and prints how they fared. */
export async function measureMeetings({ dataDir, meetings, seconds }: Measurement): Promise<void> {
  const gate = createFrameGate({
    netPaths: await prepareWeights({ cacheDir: weightsDirOf(dataDir) }),
    workers: 1,
  });
  await gate.start();
  const tally: Tally = { frameMs: [], waitMsMax: 0 };
  const shots = new WeakMap<object, number>();
  const provider = createSyntheticProvider({ clock: systemClock, timers: systemTimers });
  const service = await startMeetingService({
    dataDir,
    gate: watchGate(gate, tally, shots),
    provider: filming(provider, FPS),
  });
  const urls = await openSessions(service, provider, meetings, drawCamera(shots));
  const observers = await startObservers(urls.flatMap((url) => Array.from({ length: OBSERVERS }, () => url)));
  for (let report = 1; report <= REPORTS; report++) {
    const cpuBefore = process.cpuUsage();
    await pause((seconds / REPORTS) * 1000);
    await printReport(tally, observers, seconds / REPORTS, process.cpuUsage(cpuBefore));
  }
  await service.stop();
  await observers.stop();
  await gate.stop();
}

/** Starts sessions of four people who are scanned over and over; returns the addresses of their events. */
async function openSessions(
  service: MeetingService,
  provider: SyntheticProvider,
  count: number,
  camera: (index: number) => CameraImage,
): Promise<string[]> {
  const urls: string[] = [];
  for (let index = 0; index < count; index++) {
    const meetingUrl = `https://meeting.test/${index}`;
    for (let guest = 0; guest < PARTICIPANTS; guest++)
      provider.meeting(meetingUrl).arrive(`Guest ${guest}`, camera);
    urls.push(await service.openSession({ meetingUrl, faceGate: true }));
  }
  return urls;
}

/** Notes when each picture was taken. */
function drawCamera(shots: WeakMap<object, number>): (index: number) => CameraImage {
  const pictures = drawFrames(DRAWN_FRAMES);
  return (index) => {
    const image: CameraImage = { format: 'rgb', ...pictures[index % DRAWN_FRAMES]! };
    shots.set(image, systemClock.monotonicMs());
    return image;
  };
}

/** A gate that notes how long frames wait for it, and until something is told of them. */
function watchGate(gate: FrameGate, tally: Tally, shots: WeakMap<object, number>): FrameGate {
  return {
    start: () => gate.start(),
    stop: () => gate.stop(),
    forget: (streamId) => gate.forget(streamId),
    async pass(frame) {
      const shotMs = shots.get(frame.image) ?? 0;
      tally.waitMsMax = Math.max(tally.waitMsMax, systemClock.monotonicMs() - shotMs);
      const passage = await gate.pass(frame);
      tally.frameMs.push(systemClock.monotonicMs() - shotMs);
      return passage;
    },
  };
}

/** The same meetings with cameras that give `fps` frames a second, whatever is asked for. */
function filming(provider: SyntheticProvider, fps: number): MeetingProvider {
  return {
    ...provider,
    async join(request, listener) {
      const bot = await provider.join(request, listener);
      return {
        botId: bot.botId,
        watch: (participantId) => bot.watch(participantId, fps),
        leave: () => bot.leave(),
      };
    },
  };
}

async function printReport(
  tally: Tally,
  observers: Observers,
  seconds: number,
  cpu: NodeJS.CpuUsage,
): Promise<void> {
  const frameMs = tally.frameMs.length > 0 ? tally.frameMs : [0];
  const seen = await observers.report();
  console.log(
    [
      `${(tally.frameMs.length / seconds).toFixed(0)} frames/s`,
      `longest wait ${tally.waitMsMax.toFixed(0)} ms`,
      `frame to event p50 ${quantile(frameMs, 0.5).toFixed(0)} ms, p99 ${quantile(frameMs, 0.99).toFixed(0)} ms`,
      `event to ${seen.open} observers p50 ${seen.p50Ms.toFixed(0)} ms, p99 ${seen.p99Ms.toFixed(0)} ms`,
      `${(seen.events / seconds).toFixed(0)} events/s sent`,
      `${(seen.verdicts / OBSERVERS / seconds).toFixed(1)} verdicts/s`,
      `${((cpu.user + cpu.system) / 1e6 / seconds).toFixed(2)} cores`,
      `${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB`,
    ].join(', '),
  );
  tally.frameMs = [];
  tally.waitMsMax = 0;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
