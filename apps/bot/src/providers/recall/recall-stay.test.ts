import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ListenerGate } from '../listener-gate.ts';
import { recordMeeting } from '../testing/meeting-recorder.ts';
import type { RealtimeEvent } from './realtime-event.ts';
import { RecallStay } from './recall-stay.ts';

const ann = { id: 100, name: 'Ann' };

function createSocket() {
  const socket = { isClosed: false, close: () => undefined as void };
  socket.close = () => {
    socket.isClosed = true;
  };
  return socket;
}

function status(code: string, second: number, subCode?: string) {
  return { code, subCode, at: `2026-01-01T10:00:${String(second).padStart(2, '0')}.000Z` };
}

function png(atMs: number, participant = ann): RealtimeEvent {
  return { kind: 'video', codec: 'png', source: 'webcam', participant, atMs, data: Buffer.from('png') };
}

describe('a stay in a meeting', () => {
  const recorder = { current: recordMeeting() };
  let ends = 0;

  beforeEach(() => {
    vi.useFakeTimers();
    recorder.current = recordMeeting();
    ends = 0;
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  async function start() {
    const gate = new ListenerGate(recorder.current);
    const stay = new RecallStay({ gate, createDecoder: undefined, onEnded: () => (ends += 1) });
    gate.open();
    await vi.advanceTimersByTimeAsync(0);
    return stay;
  }

  const statuses = () =>
    recorder.current.events.flatMap((event) => (event.kind === 'status' ? [event.status] : []));

  it('tells each status once, whatever the order in which webhooks and polls bring them', async () => {
    const stay = await start();
    const polled = [status('joining_call', 1), status('in_waiting_room', 2), status('in_call_recording', 2)];
    stay.status(status('in_waiting_room', 2));
    for (const each of polled) stay.status(each);
    for (const each of polled) stay.status(each);
    stay.status(status('in_call_recording', 3));
    stay.status(status('in_waiting_room', 4));

    expect(statuses()).toEqual(['in_waiting_room', 'in_call_recording', 'in_waiting_room']);
  });

  it.each(['call_ended', 'done', 'fatal'])('ends with %s, and says why', async (code) => {
    const stay = await start();
    const socket = createSocket();
    stay.connected(socket);
    stay.status(status(code, 1, 'meeting_locked'));
    stay.disconnected(socket);
    stay.status(status('done', 2));
    stay.take(png(1));

    const reason = 'The meeting is locked.';
    expect(recorder.current.events).toEqual([
      { kind: 'connected' },
      { kind: 'status', status: code, reason },
    ]);
    expect([ends, socket.isClosed]).toEqual([1, true]);
  });

  it('gives up when no socket comes for as long as the provider tries', async () => {
    const stay = await start();
    stay.status(status('in_call_recording', 1));
    await vi.advanceTimersByTimeAsync(99_999);
    expect(ends).toBe(0);
    await vi.advanceTimersByTimeAsync(1);

    expect(statuses()).toEqual(['in_call_recording', 'fatal']);
    expect(ends).toBe(1);
  });

  it('waits as long again for one that closed, and goes on when it comes back', async () => {
    const stay = await start();
    const first = createSocket();
    stay.connected(first);
    stay.status(status('in_call_recording', 1));
    stay.disconnected(first);
    await vi.advanceTimersByTimeAsync(99_999);
    const second = createSocket();
    stay.connected(second);
    await vi.advanceTimersByTimeAsync(200_000);
    expect(ends).toBe(0);
    stay.disconnected(second);
    await vi.advanceTimersByTimeAsync(100_000);

    expect(ends).toBe(1);
    expect(recorder.current.events.map(({ kind }) => kind)).toEqual([
      'connected',
      'status',
      'disconnected',
      'connected',
      'disconnected',
      'status',
    ]);
  });

  it('does not wait for a socket in a waiting room', async () => {
    const stay = await start();
    stay.status(status('in_waiting_room', 1));
    await vi.advanceTimersByTimeAsync(1_000_000);

    expect(ends).toBe(0);
  });

  it('tells of one line while two sockets overlap', async () => {
    const stay = await start();
    const [first, second] = [createSocket(), createSocket()];
    stay.connected(first);
    stay.connected(second);
    stay.disconnected(first);

    expect(recorder.current.events).toEqual([{ kind: 'connected' }]);
    stay.close();
    expect(second.isClosed).toBe(true);
  });

  it('delivers the PNG of the watched camera, at most at the rate, and none after it went off', async () => {
    const stay = await start();
    stay.take(png(0));
    stay.watch('100', 2);
    stay.take(png(500));
    stay.take(png(510));
    stay.take(png(700, { id: 200, name: 'Bob' }));
    stay.take(png(1000));
    stay.take({ kind: 'participant', what: 'webcam_off', participant: ann, atMs: 1100 });
    stay.take(png(1500));

    expect(recorder.current.frames.map((each) => [each.participantId, each.timestampMs])).toEqual([
      ['100', 500],
      ['100', 1000],
    ]);
  });
});
