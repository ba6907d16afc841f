import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCheck } from './measure-check.ts';
import { measureMeetings } from './measure-meetings.ts';
import { measureOverhead } from './measure-overhead.ts';
import { measureRoom } from './measure-room.ts';
import { measureStream } from './measure-stream.ts';
import { measureVideo } from './measure-video.ts';

const USAGE = `Measures what the service costs, each part in one run, so that ratios can be compared.

Usage: npm run bench -- [check] [overhead] [stream] [video] [meetings] [room] [--model ID] [--checks N] [--help]

  check         the parts of a check alone on one thread, then the service around them (the default)
  overhead      the service without the engine: CPU of a check of ten frames
  stream        frames of streams: time to buffer one, frames a second, memory of 100 sessions
  video         a video of 10 s, from its submission to its result
  meetings      sessions of the meeting bot at once, four drawn participants and ten observers each
  room          a person with a browser in the built-in room, from the start of a scan to its verdict; needs Chromium
  --model ID    model to measure (default mixed-10-v2)
  --checks N    checks of the sustained load (default 1000)
  --meetings N  sessions of the bot (default 20)
  --seconds N   how long they run (default 60)

BENCH_DATABASE_URL and BENCH_REDIS_URL put overhead and stream on PostgreSQL and Redis; without them they run embedded.
Absolute times are this machine's; compare the ratios.
`;

const MEASUREMENTS = {
  check: measureCheck,
  overhead: measureOverhead,
  stream: measureStream,
  video: measureVideo,
  meetings: measureMeetings,
  room: measureRoom,
} as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'mixed-10-v2' },
    checks: { type: 'string', default: '1000' },
    meetings: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
    help: { type: 'boolean', short: 'h' },
  },
});
const names = positionals.length > 0 ? positionals : ['check'];
if (values.help) console.log(USAGE);
else for (const name of names) await measure(name);

async function measure(name: string): Promise<void> {
  const run = MEASUREMENTS[name as keyof typeof MEASUREMENTS];
  if (!run)
    throw new Error(`unknown measurement: ${name}; there are ${Object.keys(MEASUREMENTS).join(', ')}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'vivant-bench-'));
  try {
    await run({
      dataDir,
      modelId: values.model,
      checks: Number(values.checks),
      meetings: Number(values.meetings),
      seconds: Number(values.seconds),
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
