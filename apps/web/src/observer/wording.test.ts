import {
  ENDED_STATUSES,
  PARTICIPANT_STAGES,
  SESSION_STATUSES,
  STOP_REASONS,
} from '@vivant/contract/bot-event';
import { REJECTION_REASONS } from '@vivant/contract/rejection-reasons';
import { expect, it } from 'vitest';
import { formatScore, scoreWording } from '../verdict-wording.ts';
import {
  hintWording,
  initialsOf,
  isEndedStatus,
  stageWording,
  statusWording,
  stopWording,
} from './wording.ts';

it('takes for ended exactly what the contract does', () => {
  expect(SESSION_STATUSES.filter(isEndedStatus)).toEqual(ENDED_STATUSES);
});

it('has words of its own for every state and reason', () => {
  const words = [
    ...SESSION_STATUSES.map((status) => statusWording(status).label),
    ...PARTICIPANT_STAGES.map(stageWording),
    ...STOP_REASONS.map(stopWording),
    ...REJECTION_REASONS.map(hintWording),
  ].filter((text) => text !== 'Stopped');
  expect(new Set(words).size).toBe(words.length);
  expect(words.filter((text) => !/^[A-Z][a-z ,]+/.test(text))).toEqual([]);
});

it.each([
  ['recording_permission_denied', 'Recording permission denied'],
  ['constructor', 'Constructor'],
])('shows the status %s of a provider as it is', (status, label) => {
  expect(statusWording(status)).toEqual({ label, tone: 'neutral' });
});

it.each([
  [64.99, '64', 'MEDIUM', 'Not certain enough to be called live: 64 of 100, live from 65.'],
  [65, '65', 'HIGH', 'Likely a live person: 65 of 100, live from 65.'],
  [100, '100', 'VERY HIGH', 'Very likely a live person: 100 of 100, live from 65.'],
])('explains a score of %d', (score, shown, band, meaning) => {
  expect(formatScore(score)).toBe(shown);
  expect(scoreWording(score)).toEqual({ band, meaning });
});

it.each([
  ['Ada Obi', 'AO'],
  ['  ada  de la Cruz ', 'AC'],
  ['Plato', 'P'],
  ['李 明', '李明'],
  ['𝒜da', '𝒜'],
  ['', '?'],
])('shortens %j to %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
