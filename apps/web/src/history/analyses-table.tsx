import type { AnalysisRecord } from '@vivant/contract/analysis-record';
import { Icon } from '../icon.tsx';
import { formatMoment } from '../moment.ts';
import { formatScore, scoreWording, verdictWording } from '../verdict-wording.ts';
import { meetingSourceWording } from './meeting-source.ts';

/** Finished analyses; on a phone every row becomes a card, whose cells name themselves. */
export function AnalysesTable({ analyses }: { readonly analyses: readonly AnalysisRecord[] }) {
  return (
    <div class="table-frame">
      <table class="analyses">
        <caption class="visually-hidden">Finished analyses, newest first</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Participant</th>
            <th scope="col">Verdict</th>
            <th scope="col" class="number">
              Score
            </th>
            <th scope="col">Meeting</th>
            <th scope="col">Model</th>
            <th scope="col" class="number">
              Frames
            </th>
          </tr>
        </thead>
        <tbody>
          {analyses.map((analysis) => (
            <Row key={analysis.id} analysis={analysis} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ analysis }: { readonly analysis: AnalysisRecord }) {
  const { score } = analysis;
  return (
    <tr>
      <td data-label="When">
        <time dateTime={analysis.createdAt}>{formatMoment(analysis.createdAt)}</time>
      </td>
      <th scope="row" data-label="Participant">
        {analysis.participantName}
      </th>
      <td data-label="Verdict">
        <Outcome analysis={analysis} />
      </td>
      <td data-label="Score" class="number">
        {score === null ? '–' : formatScore(score)}
        {score !== null && <span class="band">{scoreWording(score).band}</span>}
      </td>
      <td data-label="Meeting">
        {analysis.meetingName && <span class="meeting-name">{analysis.meetingName}</span>}
        <span class="muted">{meetingSourceWording(analysis.meetingSource)}</span>
      </td>
      <td data-label="Model">
        <code>{analysis.model}</code>
      </td>
      <td data-label="Frames" class="number">
        {analysis.framesProcessed ?? '–'}
      </td>
    </tr>
  );
}

function Outcome({ analysis }: { readonly analysis: AnalysisRecord }) {
  const { verdict } = analysis;
  if (!verdict) {
    return (
      <span class="failed">
        <Icon name="alert" />
        Failed{analysis.error && <span class="muted">{analysis.error}</span>}
      </span>
    );
  }
  return (
    <span class={`badge tone-${verdict === 'live' ? 'good' : 'bad'}`}>
      <Icon name={verdict === 'live' ? 'check' : 'cross'} />
      {verdictWording(verdict)}
    </span>
  );
}
