import { describe, expect, it } from 'vitest';
import { addressOf, filtersOf, queryOf } from './history-filters.ts';

const NONE = { verdict: '', model: '', meetingSource: '', from: '', to: '', offset: 0 } as const;

describe('filters in the address', () => {
  it('come back as they were written', () => {
    const filters = {
      verdict: 'fake',
      model: 'mixed-10-v2',
      meetingSource: 'google_meet',
      from: '2026-11-01',
      to: '2026-11-20',
      offset: 100,
    } as const;
    const address = addressOf(filters);
    expect(address).toBe(
      '/history?verdict=fake&model=mixed-10-v2&meeting_source=google_meet&from=2026-11-01&to=2026-11-20&page=3',
    );
    expect(filtersOf(new URL(address, 'https://bot.example').search)).toEqual(filters);
  });

  it('are left out when they narrow nothing', () => {
    expect(addressOf(NONE)).toBe('/history');
  });

  it.each(['?verdict=maybe', '?from=yesterday', '?to=2026-13-45', '?page=-1', '?page=1.5', '?page=1e99', ''])(
    'that mean nothing are ignored: %j',
    (search) => {
      expect(filtersOf(search)).toEqual(NONE);
    },
  );
});

describe('queryOf', () => {
  it('asks for whole days in the time zone of the reader', () => {
    const query = queryOf({ ...NONE, from: '2026-11-01', to: '2026-11-02' });
    const from = Date.parse(query.get('date_from') ?? '');
    const to = Date.parse(query.get('date_to') ?? '');
    expect(new Date(from).getHours()).toBe(0);
    expect(to - from).toBe(2 * 86_400_000 - 1);
  });

  it('asks for one page', () => {
    expect(queryOf({ ...NONE, offset: 50 }).toString()).toBe('limit=50&offset=50');
  });
});
