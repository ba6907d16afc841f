import assert from 'node:assert/strict';
import { type BotEvent, botEventSchema, type ParticipantStage } from '@vivant/contract/bot-event';
import type { ScanEffect } from '../scan-session.ts';

/** Stages that may follow a stage; a participant who is announced anew repeats theirs. */
const LEGAL: Readonly<Record<ParticipantStage, readonly ParticipantStage[]>> = {
  waiting: ['matched', 'accumulating'],
  matched: ['accumulating'],
  accumulating: ['analyzing', 'stopped'],
  analyzing: ['done', 'stopped', 'waiting', 'matched'],
  done: ['accumulating'],
  stopped: ['accumulating'],
};

type ScanState = 'collecting' | 'judging' | 'over';

/** Follows what a session tells and orders, as its listeners would, and complains when it breaks a promise. */
export class SessionWitness {
  readonly #stages = new Map<string, ParticipantStage>();
  readonly #announcing = new Set<string>();
  readonly #scans = new Map<number, ScanState>();
  readonly #rejectedAtMs = new Map<string, number>();
  readonly #excluded: string;
  #hasLeft = false;
  #lastStatus = '';

  /** @param excluded participant that the plan excludes */
  constructor(excluded: string) {
    this.#excluded = excluded;
  }

  see(effect: ScanEffect, nowMs: number): void {
    assert.ok(!this.#hasLeft, 'nothing follows the end');
    switch (effect.kind) {
      case 'tell':
        botEventSchema.parse(effect.event);
        return this.#hear(effect.event, nowMs);
      case 'collect':
        assert.ok(![...this.#scans.values()].includes('collecting'), 'one collection at a time');
        return this.#moveScan(effect.scanId, undefined, 'collecting');
      case 'analyse':
        return this.#moveScan(effect.scanId, 'collecting', 'judging');
      case 'drop':
        assert.notEqual(this.#scans.get(effect.scanId), 'over', 'a scan ends once');
        this.#scans.set(effect.scanId, 'over');
        return;
      case 'leave':
        assert.ok(['done', 'fatal', 'stopped'].includes(this.#lastStatus), 'the last status is told last');
        this.#hasLeft = true;
        return;
      case 'record':
      case 'wake':
    }
  }

  /** The verdict or the failure of a scan was handed in: it is over if it was being judged. */
  settle(scanId: number): void {
    if (this.#scans.get(scanId) === 'judging') this.#scans.set(scanId, 'over');
  }

  /** Where a scan is; undefined when it never began. */
  stateOf(scanId: number): ScanState | undefined {
    return this.#scans.get(scanId);
  }

  /** Scans that wait for a verdict. */
  get judging(): number[] {
    return [...this.#scans].flatMap(([scanId, state]) => (state === 'judging' ? [scanId] : []));
  }

  /** What goes on although the session is over. */
  get unended(): string[] {
    const scans = [...this.#scans].flatMap(([scanId, state]) => (state === 'over' ? [] : [`scan ${scanId}`]));
    const people = [...this.#stages].flatMap(([participantId, stage]) =>
      stage === 'accumulating' || stage === 'analyzing' ? [participantId] : [],
    );
    return [...(this.#hasLeft ? [] : ['the meeting']), ...scans, ...people];
  }

  #hear(event: BotEvent, nowMs: number): void {
    if (event.type === 'session-status') this.#lastStatus = event.status;
    if (event.type === 'participant-joined') this.#announcing.add(event.participantId);
    if (event.type === 'participant-stage') this.#hearStage(event);
    if (event.type === 'participant-result') {
      assert.equal(this.#stages.get(event.participantId), 'analyzing', 'a result ends an analysis');
    }
    if (event.type === 'frame-quality-rejected') {
      const last = this.#rejectedAtMs.get(event.participantId) ?? Number.NEGATIVE_INFINITY;
      assert.ok(nowMs - last >= 1000, 'one rejection a second');
      this.#rejectedAtMs.set(event.participantId, nowMs);
    }
  }

  #hearStage({ participantId, stage, reason }: Extract<BotEvent, { type: 'participant-stage' }>): void {
    const before = this.#stages.get(participantId);
    const isRepeated = this.#announcing.delete(participantId) && before !== undefined;
    const legal = before === undefined ? ['waiting'] : isRepeated ? [before] : LEGAL[before];
    assert.ok(legal.includes(stage), `${stage} after ${before}`);
    assert.equal(reason !== undefined, stage === 'stopped', 'exactly `stopped` has a reason');
    const isExcluded = this.#excluded === participantId;
    assert.ok(!isExcluded || stage !== 'accumulating', 'the excluded are never scanned');
    this.#stages.set(participantId, stage);
    const accumulating = [...this.#stages.values()].filter((other) => other === 'accumulating');
    assert.ok(accumulating.length < 2, 'never two accumulating');
  }

  #moveScan(scanId: number, from: string | undefined, to: 'collecting' | 'judging'): void {
    assert.equal(this.#scans.get(scanId), from, `${to} follows ${from}`);
    this.#scans.set(scanId, to);
  }
}
