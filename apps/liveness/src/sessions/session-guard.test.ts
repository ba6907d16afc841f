import { ApiError } from '@vivant/service-kit/api-error';
import { describe, expect, it } from 'vitest';
import { type Lease, LeaseLostError, type LeaseStore, type SessionRef } from './lease-store.ts';
import { createSessionGuard } from './session-guard.ts';

const SESSION: SessionRef = { organizationId: 'org', sessionId: 'a1' };

/** Leases of one process, counted; `onGrant` runs at the moment a lease is given. */
function createMemoryLeases(onGrant: () => void = () => {}) {
  const held = new Set<string>();
  let granted = 0;
  const leases: LeaseStore = {
    async acquire(session) {
      const key = `${session.organizationId} ${session.sessionId}`;
      if (held.has(key)) return undefined;
      held.add(key);
      granted += 1;
      onGrant();
      const release = async () => void held.delete(key);
      return { ...session, owner: `owner ${granted}`, release };
    },
  };
  return { leases, granted: () => granted, held: () => held.size };
}

/** A guard over a plain map; `judge` stores the answer as a check does. */
function createGuard(onGrant?: () => void) {
  const stored = new Map<string, string>();
  const memory = createMemoryLeases(onGrant);
  const find = async (session: SessionRef) => stored.get(session.organizationId + session.sessionId);
  const guard = createSessionGuard<string>(find, memory.leases);
  const judge = (answer: string) => async (lease: Lease) => {
    stored.set(lease.organizationId + lease.sessionId, answer);
    return answer;
  };
  return { ...memory, guard, stored, judge };
}

describe('the session guard', () => {
  it('takes one lease for everybody who asks at the same time', async () => {
    const { guard, judge, granted, held } = createGuard();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => guard.once(SESSION, judge(`answer ${at}`))),
    );
    expect(answers).toEqual([
      { answer: 'answer 0', cached: false },
      ...Array.from({ length: 19 }, () => ({ answer: 'answer 0', cached: true })),
    ]);
    expect(granted()).toBe(1);
    expect(held()).toBe(0);
  });

  it('answers what is stored without a lease', async () => {
    const { guard, judge, granted } = createGuard();
    await guard.once(SESSION, judge('first'));
    expect(await guard.once(SESSION, judge('second'))).toEqual({ answer: 'first', cached: true });
    expect(granted()).toBe(1);
  });

  it('looks again once it has the lease: the former owner may just have stored its answer', async () => {
    const { guard, judge, stored } = createGuard(() => stored.set('orga1', 'of the former owner'));
    expect(await guard.once(SESSION, judge('mine'))).toEqual({ answer: 'of the former owner', cached: true });
  });

  it('keeps organizations apart, even with equal session ids at the same time', async () => {
    const { guard, judge } = createGuard();
    const other = { ...SESSION, organizationId: 'other' };
    const answers = await Promise.all([
      guard.once(SESSION, judge('of org')),
      guard.once(other, judge('of other')),
    ]);
    expect(answers.map(({ answer }) => answer)).toEqual(['of org', 'of other']);
  });

  it('sees one session in both spellings of its id', async () => {
    const { guard, judge, granted } = createGuard();
    await Promise.all([
      guard.once(SESSION, judge('first')),
      guard.once({ ...SESSION, sessionId: 'A1' }, judge('second')),
    ]);
    expect(granted()).toBe(1);
  });

  it('gives the lease back when the work is refused, and lets the next waiter work', async () => {
    const { guard, judge, held } = createGuard();
    const refused = guard.once(SESSION, () => Promise.reject(new ApiError('insufficient_frames', 'no face')));
    const next = guard.once(SESSION, judge('second'));
    await expect(refused).rejects.toThrow('no face');
    expect(await next).toEqual({ answer: 'second', cached: false });
    expect(held()).toBe(0);
  });

  it('lets all who wait share a failure of our own side, and the next request try again', async () => {
    const { guard, judge, granted, held } = createGuard();
    const fail = () => Promise.reject(new Error('worker crashed'));
    const waiting = [1, 2, 3].map(() => guard.once(SESSION, fail));
    for (const each of waiting) await expect(each).rejects.toThrow('worker crashed');
    expect(granted()).toBe(1);
    expect(held()).toBe(0);
    expect(await guard.once(SESSION, judge('later'))).toEqual({ answer: 'later', cached: false });
  });

  it('starts over when it lost its lease while it worked', async () => {
    const { guard, stored, held } = createGuard();
    const lost = await guard.once(SESSION, async () => {
      stored.set('orga1', 'of the new owner');
      throw new LeaseLostError('taken over');
    });
    expect(lost).toEqual({ answer: 'of the new owner', cached: true });
    expect(held()).toBe(0);
  });
});
