import type { MeetingEvent } from '../meeting-provider.ts';
import type { RealtimeEvent, RecallParticipant } from './realtime-event.ts';

interface Person {
  name: string;
  present: boolean;
  /** When they last came or went. */
  movedAtMs: number;
  cameraOn: boolean;
  /** When the camera last changed. */
  cameraAtMs: number;
}

/** Pictures that were on their way when a camera was switched off do not switch it on again. */
const AFTERGLOW_MS = 1000;

const NAMELESS = 'Unnamed participant';

/**
 * Makes one consistent story out of the provider's events, which may come twice, late or not at all: nobody joins
 * twice or leaves before coming, and a camera that sends pictures is on.
 */
export class RecallPeople {
  readonly #people = new Map<number, Person>();

  /** Takes an event, gives what it means. */
  take(event: RealtimeEvent): MeetingEvent[] {
    const { participant, atMs } = event;
    if (event.kind === 'video') return event.source === 'webcam' ? this.#picture(participant, atMs) : [];
    switch (event.what) {
      case 'join':
      case 'update':
        return this.#present(participant, atMs);
      case 'leave':
        return this.#leave(participant, atMs);
      case 'webcam_on':
        return this.#camera(participant, true, atMs);
      case 'webcam_off':
        return this.#camera(participant, false, atMs);
      default:
        return [];
    }
  }

  /** Whether a camera is on as far as is known. */
  hasCameraOn(participantId: number): boolean {
    const person = this.#people.get(participantId);
    return person?.present === true && person.cameraOn;
  }

  #present({ id, name }: RecallParticipant, atMs: number): MeetingEvent[] {
    const known = this.#people.get(id);
    if (known && !known.present && atMs <= known.movedAtMs) return [];
    const newName = name?.trim() || known?.name || NAMELESS;
    if (known?.present && known.name === newName) return [];
    if (known?.present) known.name = newName;
    else
      this.#people.set(id, {
        name: newName,
        present: true,
        movedAtMs: atMs,
        cameraOn: false,
        cameraAtMs: Number.NEGATIVE_INFINITY,
      });
    const participant = { participantId: String(id), participantName: newName, numericId: id };
    return [{ kind: 'joined', participant }];
  }

  #leave({ id }: RecallParticipant, atMs: number): MeetingEvent[] {
    const person = this.#people.get(id);
    if (!person?.present || atMs < person.movedAtMs) return [];
    person.present = false;
    person.movedAtMs = atMs;
    return [{ kind: 'left', participantId: String(id) }];
  }

  #picture(participant: RecallParticipant, atMs: number): MeetingEvent[] {
    const person = this.#people.get(participant.id);
    if (person?.present && (person.cameraOn || atMs <= person.cameraAtMs + AFTERGLOW_MS)) return [];
    return this.#camera(participant, true, atMs);
  }

  #camera(participant: RecallParticipant, on: boolean, atMs: number): MeetingEvent[] {
    const joined = this.#people.get(participant.id)?.present ? [] : this.#present(participant, atMs);
    const person = this.#people.get(participant.id);
    if (!person?.present || atMs <= person.cameraAtMs) return joined;
    person.cameraAtMs = atMs;
    if (person.cameraOn === on) return joined;
    person.cameraOn = on;
    return [...joined, { kind: on ? 'camera-on' : 'camera-off', participantId: String(participant.id) }];
  }
}
