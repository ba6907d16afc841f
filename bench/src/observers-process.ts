import { get, type IncomingMessage } from 'node:http';
import type { Sight } from './observers.ts';
import { quantile } from './statistics.ts';

/** Reads event streams and notes how old their events are: told the addresses, then asked for reports. */
let latenciesMs: number[] = [];
let verdicts = 0;
let open = 0;

function read(chunk: string): void {
  for (const line of chunk.split('\n')) {
    if (!line.startsWith('data: ') || !line.endsWith('}')) continue;
    const event = JSON.parse(line.slice('data: '.length)) as { type: string; timestamp: string };
    latenciesMs.push(Date.now() - Date.parse(event.timestamp));
    if (event.type === 'participant-result') verdicts += 1;
  }
}

async function observe(url: string): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, resolve).once('error', reject);
  });
  open += 1;
  response.setEncoding('utf8').on('data', read);
  response.once('close', () => {
    open -= 1;
  });
}

function report(): Sight {
  const told = latenciesMs.length > 0 ? latenciesMs : [0];
  const sight = {
    open,
    events: latenciesMs.length,
    verdicts,
    p50Ms: quantile(told, 0.5),
    p99Ms: quantile(told, 0.99),
  };
  latenciesMs = [];
  verdicts = 0;
  return sight;
}

async function take(message: readonly string[] | 'report'): Promise<void> {
  if (message !== 'report') await Promise.all(message.map(observe));
  process.send?.(report());
}

process.on('message', (message: readonly string[] | 'report') => void take(message));
process.once('disconnect', () => process.exit());
