import { loadavg } from 'node:os';
import { createBotClient } from '@vivant/sdk/bot-client';
import { joinRoom, openParticipant } from '@vivant/vivant/testing/participant';
import { BOT_READY, ROOM_READY, startVivant } from '@vivant/vivant/testing/running-vivant';
import { recordWebcams } from '@vivant/vivant/testing/webcams';
import type { Measurement } from './measurement.ts';
import { quantile } from './statistics.ts';

const BOT_KEY = 'sk-bot-of-the-room-bench-1234567890';
const SCANS = 10;

/** How long one scan took, in milliseconds. */
interface ScanTimes {
  /** From the start of the scan, before its first frame. */
  readonly verdictMs: number;
  readonly collectMs: number;
  readonly judgeMs: number;
  readonly verdict: string;
}

/** Scans one person with a browser in the built-in room over and over, and prints how long until the verdict. */
export async function measureRoom({ dataDir, modelId }: Measurement): Promise<void> {
  const webcams = await recordWebcams();
  const vivant = startVivant({ DATA_DIR: dataDir, BOOTSTRAP_BOT_KEY: BOT_KEY });
  const person = await openParticipant(webcams.genuine);
  try {
    const roomUrl = await vivant.wordAfter(ROOM_READY);
    await joinRoom(person, roomUrl, 'Ada');
    const load = loadavg()[0]?.toFixed(1);
    const times = await scanOften(await vivant.wordAfter(BOT_READY), roomUrl, modelId);
    console.log(`load before: ${load}, browser and service on the same cores`);
    for (const name of ['verdictMs', 'collectMs', 'judgeMs'] as const) {
      const values = times.map((each) => each[name]);
      const [p50, most] = [quantile(values, 0.5), Math.max(...values)];
      console.log(`${modelId} ${name}: p50 ${p50}, max ${most}, first ${values[0]}`);
    }
    console.log(`verdicts: ${times.map(({ verdict }) => verdict).join(' ')}`);
  } finally {
    await person.leave();
    await vivant.end('SIGTERM');
    await webcams.remove();
  }
}

async function scanOften(baseUrl: string, meetingUrl: string, model: string): Promise<readonly ScanTimes[]> {
  const bot = createBotClient({ baseUrl, botKey: BOT_KEY });
  const { data: session } = await bot.sessions.create({ meetingUrl, model });
  const times: ScanTimes[] = [];
  let [startedMs, collectedMs] = [0, 0];
  for await (const event of bot.sessions.events(session.sessionId)) {
    const atMs = Date.parse(event.timestamp);
    if (event.type === 'participant-result') {
      const [verdictMs, collectMs, judgeMs] = [atMs - startedMs, collectedMs - startedMs, atMs - collectedMs];
      times.push({ verdictMs, collectMs, judgeMs, verdict: event.verdict });
    }
    if (event.type !== 'participant-stage') continue;
    if (event.stage === 'accumulating') startedMs = atMs;
    if (event.stage === 'analyzing') collectedMs = atMs;
    if (event.stage === 'stopped') throw new Error('A scan ended without a verdict.');
    if (event.stage !== 'done') continue;
    if (times.length === SCANS) break;
    await bot.sessions.retry(session.sessionId, event.participantId);
  }
  await bot.sessions.delete(session.sessionId);
  return times;
}
