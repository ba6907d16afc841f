/** What the history is narrowed to; empty texts narrow nothing. */
export interface HistoryFilters {
  readonly verdict: '' | 'live' | 'fake';
  readonly model: string;
  readonly meetingSource: string;
  /** Days as `2026-11-20`, in the reader's time zone, both included. */
  readonly from: string;
  readonly to: string;
  readonly offset: number;
}

/** Analyses on one page. */
export const PAGE_SIZE = 50;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads filters from the address of the page, which anybody may have written. */
export function filtersOf(search: string): HistoryFilters {
  const parameters = new URLSearchParams(search);
  const text = (name: string) => parameters.get(name)?.trim() ?? '';
  const day = (name: string) =>
    DAY.test(text(name)) && !Number.isNaN(Date.parse(text(name))) ? text(name) : '';
  const verdict = text('verdict');
  const page = Number(text('page'));
  return {
    verdict: verdict === 'live' || verdict === 'fake' ? verdict : '',
    model: text('model'),
    meetingSource: text('meeting_source'),
    from: day('from'),
    to: day('to'),
    offset: Number.isInteger(page) && page > 1 && page < 1e6 ? (page - 1) * PAGE_SIZE : 0,
  };
}

/** The address of the page that shows what the filters say; it can be bookmarked. */
export function addressOf(filters: HistoryFilters): string {
  const page = Math.floor(filters.offset / PAGE_SIZE) + 1;
  const parameters = withoutEmpty({
    verdict: filters.verdict,
    model: filters.model,
    meeting_source: filters.meetingSource,
    from: filters.from,
    to: filters.to,
    page: page > 1 ? String(page) : '',
  });
  return parameters.size > 0 ? `/history?${parameters}` : '/history';
}

/** The query of `GET /api/analyses`; days become moments in the reader's time zone. */
export function queryOf(filters: HistoryFilters): URLSearchParams {
  return withoutEmpty({
    limit: String(PAGE_SIZE),
    offset: String(filters.offset),
    verdict: filters.verdict,
    model: filters.model,
    meeting_source: filters.meetingSource,
    date_from: filters.from && new Date(`${filters.from}T00:00:00`).toISOString(),
    date_to: filters.to && new Date(`${filters.to}T23:59:59.999`).toISOString(),
  });
}

function withoutEmpty(values: Readonly<Record<string, string>>): URLSearchParams {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
}
