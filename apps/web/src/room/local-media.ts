/** The two things a person can show of themselves. */
export type MediaKind = 'camera' | 'microphone';

/** What of a person is on. */
export interface MediaState {
  readonly camera: MediaStreamTrack | undefined;
  readonly microphone: MediaStreamTrack | undefined;
  /** Why something could not be turned on, for people. */
  readonly problem: string | undefined;
}

/** Enough for a face at a desk and for the check; every person in a room costs each other one encoder. */
const CAMERA = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 30 } };

/** The camera and the microphone of this browser. */
export interface LocalMedia {
  state(): MediaState;
  /** Turns one on or off; off releases the device, so that its light goes out. */
  turn(kind: MediaKind, isOn: boolean): Promise<void>;
  /** Calls back after each change, with the kind that changed; returns what ends that. */
  watch(listener: (kind: MediaKind) => void): () => void;
  /** Releases both devices. */
  close(): void;
}

/** Nothing is on at first. */
export function createLocalMedia(): LocalMedia {
  let state: MediaState = { camera: undefined, microphone: undefined, problem: undefined };
  let isClosed = false;
  const listeners = new Set<(kind: MediaKind) => void>();

  const set = (kind: MediaKind, track: MediaStreamTrack | undefined, problem?: string) => {
    state = { ...state, [kind]: track, problem };
    for (const listener of listeners) listener(kind);
  };

  const turnOn = async (kind: MediaKind) => {
    try {
      const track = await openDevice(kind);
      if (isClosed || state[kind]) {
        track.stop();
        return;
      }
      // A device that is pulled out, or taken away in the browser's settings.
      track.addEventListener('ended', () => state[kind] === track && set(kind, undefined));
      set(kind, track);
    } catch (error) {
      set(kind, undefined, problemOf(kind, error));
    }
  };

  const turnOff = (kind: MediaKind) => {
    const track = state[kind];
    set(kind, undefined);
    track?.stop();
  };

  return {
    state: () => state,
    async turn(kind, isOn) {
      if (isOn === (state[kind] !== undefined)) return;
      if (isOn) await turnOn(kind);
      else turnOff(kind);
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      isClosed = true;
      listeners.clear();
      state.camera?.stop();
      state.microphone?.stop();
    },
  };
}

async function openDevice(kind: MediaKind): Promise<MediaStreamTrack> {
  // Browsers hide the devices from pages of plain http, except on the own machine.
  if (!navigator.mediaDevices) throw new DOMException('insecure', 'SecurityError');
  const stream = await navigator.mediaDevices.getUserMedia(
    kind === 'camera' ? { video: CAMERA } : { audio: true },
  );
  return stream.getTracks()[0]!;
}

function problemOf(kind: MediaKind, error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError')
    return `The browser does not allow the ${kind}. Allow it in the address bar.`;
  if (name === 'NotFoundError') return `There is no ${kind} on this device.`;
  if (name === 'NotReadableError') return `Another program is using the ${kind}.`;
  if (name === 'SecurityError') return `The ${kind} needs a secure page (https).`;
  return `The ${kind} could not be turned on.`;
}
