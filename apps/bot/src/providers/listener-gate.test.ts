import { describe, expect, it } from 'vitest';
import { ListenerGate } from './listener-gate.ts';
import type { CameraFrame, MeetingEvent } from './meeting-provider.ts';
import { recordMeeting } from './testing/meeting-recorder.ts';

const connected: MeetingEvent = { kind: 'connected' };
const frame: CameraFrame = {
  participantId: '1',
  timestampMs: 0,
  image: { format: 'png', data: new Uint8Array() },
};
const nextTurn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

describe('listener gate', () => {
  it('holds events back until the turn after it opens, in order, and drops frames until then', async () => {
    const recorder = recordMeeting();
    const gate = new ListenerGate(recorder);
    gate.event(connected);
    gate.frame(frame);
    gate.open();
    gate.event({ kind: 'disconnected' });
    await Promise.resolve();
    expect(recorder.events).toEqual([]);
    await nextTurn();
    gate.event(connected);
    gate.frame(frame);

    expect(recorder.events).toEqual([connected, { kind: 'disconnected' }, connected]);
    expect(recorder.frames).toEqual([frame]);
  });

  it('lets nothing through once it is closed, not even what was held back', async () => {
    const recorder = recordMeeting();
    const gate = new ListenerGate(recorder);
    gate.event(connected);
    gate.open();
    gate.close();
    await nextTurn();
    gate.event(connected);
    gate.frame(frame);

    expect([recorder.events, recorder.frames]).toEqual([[], []]);
  });
});
