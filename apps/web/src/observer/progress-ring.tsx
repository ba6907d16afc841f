import { formatScore } from '../verdict-wording.ts';
import type { ParticipantView } from './session-view.ts';
import { initialsOf } from './wording.ts';

const RADIUS = 26;
const LENGTH = 2 * Math.PI * RADIUS;

/** How far a scan is, around the person's initials; the score once there is one. */
export function ProgressRing({ participant }: { readonly participant: ParticipantView }) {
  const { stage, frames, required } = participant;
  if (stage === 'accumulating') {
    const share = required > 0 ? Math.min(frames / required, 1) : 0;
    return (
      <div
        class="ring ring-accumulating"
        role="progressbar"
        aria-label={`Frames of ${participant.participantName}`}
        aria-valuemin={0}
        aria-valuemax={required}
        aria-valuenow={frames}
        aria-valuetext={`${frames} of ${required} frames`}
      >
        <Circles share={share} />
        <span class="ring-text">
          {frames}
          <small>/{required || '–'}</small>
        </span>
      </div>
    );
  }
  const latest = participant.verdicts.at(-1);
  if (stage === 'done' && latest) {
    return (
      <div class={`ring ring-${latest.verdict}`} aria-hidden="true">
        <Circles share={latest.score / 100} />
        <span class="ring-text">{formatScore(latest.score)}</span>
      </div>
    );
  }
  return (
    <div class={`ring ring-${stage}`} aria-hidden="true">
      <Circles share={stage === 'analyzing' ? 0.3 : 0} />
      <span class="ring-text">{initialsOf(participant.participantName)}</span>
    </div>
  );
}

function Circles({ share }: { readonly share: number }) {
  return (
    <svg viewBox="0 0 60 60" aria-hidden="true" focusable="false">
      <circle class="ring-track" cx="30" cy="30" r={RADIUS} />
      <circle
        class="ring-value"
        cx="30"
        cy="30"
        r={RADIUS}
        stroke-dasharray={`${share * LENGTH} ${LENGTH}`}
        visibility={share > 0 ? 'visible' : 'hidden'}
      />
    </svg>
  );
}
