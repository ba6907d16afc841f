import type { CameraFrame, MeetingEvent, MeetingListener } from '../meeting-provider.ts';

/** A listener that keeps what it hears, and tells when something was heard. */
export interface MeetingRecorder extends MeetingListener {
  readonly events: MeetingEvent[];
  readonly frames: CameraFrame[];
  /** Resolves as soon as the predicate holds; it is asked after everything that is heard. */
  until(predicate: () => boolean): Promise<void>;
  /** The first event that fits, heard already or to come. */
  event(fits: (event: MeetingEvent) => boolean): Promise<MeetingEvent>;
  /** The id of the participant with that name, once they have joined. */
  idOf(participantName: string): Promise<string>;
}

/** Creates a recorder. */
export function recordMeeting(): MeetingRecorder {
  const events: MeetingEvent[] = [];
  const frames: CameraFrame[] = [];
  const waiting = new Set<() => void>();
  const heard = () => {
    for (const check of waiting) check();
  };
  const until = (predicate: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!predicate()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  const eventThat = async (fits: (event: MeetingEvent) => boolean) => {
    await until(() => events.some(fits));
    return events.find(fits)!;
  };
  return {
    events,
    frames,
    onEvent: (event) => {
      events.push(event);
      heard();
    },
    onFrame: (frame) => {
      frames.push(frame);
      heard();
    },
    until,
    event: eventThat,
    idOf: async (name) => {
      const named = (event: MeetingEvent) =>
        event.kind === 'joined' && event.participant.participantName === name;
      const event = await eventThat(named);
      return event.kind === 'joined' ? event.participant.participantId : '';
    },
  };
}
