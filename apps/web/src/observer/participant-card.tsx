import { LIVE_SCORE_MIN } from '@vivant/contract/risk-band';
import { Icon } from '../icon.tsx';
import { formatTime } from '../moment.ts';
import { scoreWording, verdictWording } from '../verdict-wording.ts';
import { ProgressRing } from './progress-ring.tsx';
import { hasFlipped, latestVerdict, type ParticipantView } from './session-view.ts';
import { hintWording, stageWording, stopWording } from './wording.ts';

/** One participant: who, where in the scan, what came out. */
export function ParticipantCard(props: { readonly participant: ParticipantView; readonly isOver: boolean }) {
  const { participant, isOver } = props;
  const isGone = !participant.isPresent;
  return (
    <li
      class={`card ${cardTone(participant)} ${isGone ? 'is-gone' : ''}`}
      data-participant={participant.participantId}
      data-stage={participant.stage}
    >
      <div class="card-head">
        <ProgressRing participant={participant} />
        <div class="card-who">
          <h2>{participant.participantName}</h2>
          <p class="card-facts">
            <CameraState participant={participant} />
            {participant.matchedTarget && <span>Expected: {participant.matchedTarget}</span>}
          </p>
        </div>
        <StageChip participant={participant} isOver={isOver} />
      </div>
      <Verdict participant={participant} />
      <Note participant={participant} isOver={isOver} />
    </li>
  );
}

function cardTone(participant: ParticipantView): string {
  const verdict = participant.verdicts.at(-1)?.verdict;
  if (verdict === 'fake') return 'edge-bad';
  return verdict === 'live' ? 'edge-good' : '';
}

function CameraState({ participant }: { readonly participant: ParticipantView }) {
  if (!participant.isPresent) return <span>Left the meeting</span>;
  if (participant.cameraOn === undefined) return null;
  return (
    <span class={participant.cameraOn ? undefined : 'text-warn'}>
      <Icon name={participant.cameraOn ? 'camera' : 'camera-off'} />
      {participant.cameraOn ? 'Camera on' : 'Camera off'}
    </span>
  );
}

function StageChip({
  participant,
  isOver,
}: {
  readonly participant: ParticipantView;
  readonly isOver: boolean;
}) {
  const { stage } = participant;
  const isBusy = !isOver && (stage === 'accumulating' || stage === 'analyzing');
  return <span class={`chip ${isBusy ? 'is-busy' : ''}`}>{stageWording(stage)}</span>;
}

function Verdict({ participant }: { readonly participant: ParticipantView }) {
  const shown = latestVerdict(participant);
  if (!shown) return null;
  const { latest, before, isFlip } = shown;
  const { band, meaning } = scoreWording(latest.score);
  const tone = latest.verdict === 'live' ? 'good' : 'bad';
  return (
    <div class="verdict">
      <p class="verdict-line">
        <span class={`badge tone-${tone}`}>
          <Icon name={latest.verdict === 'live' ? 'check' : 'cross'} />
          {verdictWording(latest.verdict)}
        </span>
        <span class="band">{band}</span>
        {latest.at && (
          <time class="verdict-time" dateTime={latest.at}>
            {formatTime(latest.at)}
          </time>
        )}
      </p>
      <ScoreBar score={latest.score} />
      <p class="verdict-meaning">{meaning}</p>
      {isFlip && before && (
        <p class="flip">
          <Icon name="swap" />
          Verdict changed from {verdictWording(before.verdict)} to {verdictWording(latest.verdict)}
        </p>
      )}
      {!isFlip && hasFlipped(participant) && (
        <p class="flip">
          <Icon name="swap" />
          Earlier checks of this person disagreed
        </p>
      )}
    </div>
  );
}

/** The score on the scale with its two sides; the sentence below says the same in words. */
function ScoreBar({ score }: { readonly score: number }) {
  return (
    <svg
      class="score-bar"
      viewBox="0 0 100 12"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect class="scale-fake" x="0" y="4" width={LIVE_SCORE_MIN - 0.5} height="4" />
      <rect class="scale-live" x={LIVE_SCORE_MIN} y="4" width={100 - LIVE_SCORE_MIN} height="4" />
      <rect class="needle" x={Math.min(score, 99)} y="0" width="1" height="12" />
    </svg>
  );
}

function Note({ participant, isOver }: { readonly participant: ParticipantView; readonly isOver: boolean }) {
  if (participant.failure) return <Line icon="alert" text={`The analysis failed: ${participant.failure}`} />;
  if (participant.stage === 'stopped')
    return <Line icon="alert" text={stopWording(participant.stopReason)} />;
  if (isOver) return null;
  if (participant.stage === 'accumulating' && participant.hint) {
    return <Line icon="alert" text={hintWording(participant.hint)} />;
  }
  return null;
}

function Line({ icon, text }: { readonly icon: 'alert'; readonly text: string }) {
  return (
    <p class="note">
      <Icon name={icon} />
      {text}
    </p>
  );
}
