import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { startHeartbeat } from './heartbeat.ts';

const INTERVAL_MS = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A socket that notes its pings and whether it was ended. */
function silentSocket() {
  const noted = { pings: 0, ended: false };
  const ping = () => {
    noted.pings += 1;
  };
  const terminate = () => {
    noted.ended = true;
  };
  const events = new EventEmitter();
  return { noted, events, socket: Object.assign(events, { ping, terminate }) as unknown as WebSocket };
}

it('ends a socket that answers no ping for an interval', () => {
  const { socket, noted } = silentSocket();
  startHeartbeat(socket, INTERVAL_MS);
  vi.advanceTimersByTime(INTERVAL_MS);
  expect(noted).toEqual({ pings: 1, ended: false });
  vi.advanceTimersByTime(INTERVAL_MS);
  expect(noted).toEqual({ pings: 1, ended: true });
});

it('keeps a socket that answers, or is heard of otherwise', () => {
  const { socket, events, noted } = silentSocket();
  const heartbeat = startHeartbeat(socket, INTERVAL_MS);
  vi.advanceTimersByTime(INTERVAL_MS);
  events.emit('pong');
  vi.advanceTimersByTime(INTERVAL_MS);
  heartbeat.heard();
  vi.advanceTimersByTime(INTERVAL_MS);
  expect(noted).toEqual({ pings: 3, ended: false });
});

it('leaves a closed socket alone', () => {
  const { socket, events, noted } = silentSocket();
  startHeartbeat(socket, INTERVAL_MS);
  events.emit('close');
  vi.advanceTimersByTime(3 * INTERVAL_MS);
  expect(noted).toEqual({ pings: 0, ended: false });
});
