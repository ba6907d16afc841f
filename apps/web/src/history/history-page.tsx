import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { type AnalysesPage, ApiFailure, listAnalyses } from '../api.ts';
import { MessagePanel } from '../shell/message-panel.tsx';
import { askToSignIn, SignedInBar } from '../shell/signed-in-bar.tsx';
import { useTitle } from '../shell/use-title.ts';
import { AnalysesTable } from './analyses-table.tsx';
import { FilterForm } from './filter-form.tsx';
import { addressOf, filtersOf, type HistoryFilters, PAGE_SIZE, queryOf } from './history-filters.ts';

type Listing =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly page: AnalysesPage }
  | { readonly state: 'failed'; readonly status: number; readonly message: string };

/** The finished analyses of the organization. */
export function HistoryPage() {
  useTitle('History');
  const [filters, setFilters] = useFilters();
  const listing = useListing(filters);
  return (
    <>
      <SignedInBar title="History" />
      <main id="content" class="wide">
        <h1>History</h1>
        <FilterForm key={addressOf(filters)} filters={filters} onChange={setFilters} />
        <div aria-busy={listing.state === 'loading'}>
          <Results listing={listing} filters={filters} onChange={setFilters} />
        </div>
      </main>
    </>
  );
}

/** The filters live in the address, so that back, forward and bookmarks work. */
function useFilters(): [HistoryFilters, (filters: HistoryFilters) => void] {
  const [filters, setFilters] = useState(() => filtersOf(location.search));
  // Before the page can be seen: a step back right after a reload must not be missed.
  useLayoutEffect(() => {
    const read = () => setFilters(filtersOf(location.search));
    addEventListener('popstate', read);
    return () => removeEventListener('popstate', read);
  }, []);
  const change = (next: HistoryFilters) => {
    history.pushState(null, '', addressOf(next));
    setFilters(next);
  };
  return [filters, change];
}

function useListing(filters: HistoryFilters): Listing {
  const [listing, setListing] = useState<Listing>({ state: 'loading' });
  useEffect(() => {
    const aborter = new AbortController();
    setListing({ state: 'loading' });
    listAnalyses(queryOf(filters), aborter.signal).then(
      (page) => setListing({ state: 'loaded', page }),
      (error: unknown) => {
        if (aborter.signal.aborted) return;
        const status = error instanceof ApiFailure ? error.status : 0;
        if (status === 401) askToSignIn();
        else
          setListing({
            state: 'failed',
            status,
            message: error instanceof Error ? error.message : String(error),
          });
      },
    );
    return () => aborter.abort();
  }, [filters]);
  return listing;
}

function Results(props: {
  readonly listing: Listing;
  readonly filters: HistoryFilters;
  readonly onChange: (filters: HistoryFilters) => void;
}) {
  const { listing, filters } = props;
  if (listing.state === 'loading') return <MessagePanel icon="clock" title="Loading" />;
  if (listing.state === 'failed') {
    return listing.status === 501 ? (
      <MessagePanel icon="clock" title="No history is kept">
        <p>This service runs without persistence.</p>
      </MessagePanel>
    ) : (
      <MessagePanel icon="alert" title="The history could not be loaded" tone="bad">
        <p role="alert">{listing.message}</p>
        <button class="button" type="button" onClick={() => props.onChange({ ...filters })}>
          Try again
        </button>
      </MessagePanel>
    );
  }
  const { page } = listing;
  if (page.total === 0) {
    const isNarrowed = addressOf({ ...filters, offset: 0 }) !== '/history';
    return (
      <MessagePanel icon="clock" title={isNarrowed ? 'Nothing matches the filters' : 'No analyses yet'}>
        <p>
          {isNarrowed ? 'Widen the dates or clear a filter.' : 'They appear here as sessions finish them.'}
        </p>
      </MessagePanel>
    );
  }
  return (
    <>
      <AnalysesTable analyses={page.analyses} />
      <Pager page={page} onOffset={(offset) => props.onChange({ ...filters, offset })} />
    </>
  );
}

function Pager({
  page,
  onOffset,
}: {
  readonly page: AnalysesPage;
  readonly onOffset: (offset: number) => void;
}) {
  const { offset, total, analyses } = page;
  const last = offset + analyses.length;
  return (
    <nav class="pager" aria-label="Pages of the history">
      <p role="status">
        {analyses.length > 0
          ? `${offset + 1} to ${last} of ${total}`
          : `Nothing on this page, ${total} in all`}
      </p>
      <button
        class="button"
        type="button"
        disabled={offset === 0}
        onClick={() => onOffset(Math.max(offset - PAGE_SIZE, 0))}
      >
        Newer
      </button>
      <button
        class="button"
        type="button"
        disabled={last >= total}
        onClick={() => onOffset(offset + PAGE_SIZE)}
      >
        Older
      </button>
    </nav>
  );
}
