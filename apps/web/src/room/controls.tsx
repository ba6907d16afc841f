import { useState } from 'preact/hooks';
import { Icon } from '../icon.tsx';
import type { LocalMedia, MediaKind, MediaState } from './local-media.ts';

/** The switches of camera and microphone. */
export function MediaSwitches({ media, state }: { readonly media: LocalMedia; readonly state: MediaState }) {
  return (
    <>
      <MediaSwitch kind="camera" media={media} state={state} />
      <MediaSwitch kind="microphone" media={media} state={state} />
    </>
  );
}

const ICONS = {
  camera: { on: 'camera', off: 'camera-off' },
  microphone: { on: 'mic', off: 'mic-off' },
} as const;

function MediaSwitch(props: {
  readonly kind: MediaKind;
  readonly media: LocalMedia;
  readonly state: MediaState;
}) {
  const { kind, media, state } = props;
  const [isBusy, setBusy] = useState(false);
  const isOn = state[kind] !== undefined;
  const toggle = async () => {
    setBusy(true);
    await media.turn(kind, !isOn);
    setBusy(false);
  };
  return (
    <button
      class={`button switch ${isOn ? '' : 'is-off'}`}
      type="button"
      disabled={isBusy}
      onClick={() => void toggle()}
    >
      <Icon name={ICONS[kind][isOn ? 'on' : 'off']} />
      <span class="button-text">
        Turn {kind} {isOn ? 'off' : 'on'}
      </span>
    </button>
  );
}

/** What keeps a device from being turned on. */
export function MediaProblem({ state }: { readonly state: MediaState }) {
  return (
    <p class="field-error" role="alert" hidden={!state.problem}>
      {state.problem}
    </p>
  );
}

/** Copies the address of the room. */
export function InviteButton() {
  const [answer, setAnswer] = useState('');
  const copy = () => {
    const address = location.origin + location.pathname;
    // Without a clipboard (plain http) the address is shown to be copied by hand.
    const copied = navigator.clipboard?.writeText(address) ?? Promise.reject(new Error('no clipboard'));
    copied.then(
      () => setAnswer('Address copied'),
      () => setAnswer(address),
    );
  };
  return (
    <>
      <button class="button quiet" type="button" onClick={copy}>
        <Icon name="copy" />
        Copy address
      </button>
      <span class="muted" role="status">
        {answer}
      </span>
    </>
  );
}
