import { formText } from '../form-text.ts';
import type { HistoryFilters } from './history-filters.ts';
import { MEETING_SOURCES } from './meeting-source.ts';

/** Narrows the history. What is being chosen is the browser's own: the list may come meanwhile. */
export function FilterForm(props: {
  readonly filters: HistoryFilters;
  readonly onChange: (filters: HistoryFilters) => void;
}) {
  const { filters, onChange } = props;
  const submit = (form: HTMLFormElement) => {
    const text = (name: string) => formText(form, name).trim();
    onChange({
      verdict: text('verdict') as HistoryFilters['verdict'],
      model: text('model'),
      meetingSource: text('meeting_source'),
      from: text('from'),
      to: text('to'),
      offset: 0,
    });
  };
  return (
    <form
      class="filters panel"
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <Choice name="verdict" label="Verdict" value={filters.verdict} choices={VERDICTS} />
      <label>
        Model
        <input name="model" defaultValue={filters.model} placeholder="mixed-10-v2" spellcheck={false} />
      </label>
      <Choice name="meeting_source" label="Meeting" value={filters.meetingSource} choices={MEETING_SOURCES} />
      <label>
        From
        <input name="from" type="date" defaultValue={filters.from} />
      </label>
      <label>
        To
        <input name="to" type="date" defaultValue={filters.to} />
      </label>
      <div class="filter-actions">
        <button class="button primary" type="submit">
          Filter
        </button>
        <button class="button quiet" type="button" onClick={() => onChange(NO_FILTERS)}>
          Clear
        </button>
      </div>
    </form>
  );
}

const VERDICTS = { live: 'Live', fake: 'Fake' };

const NO_FILTERS: HistoryFilters = { verdict: '', model: '', meetingSource: '', from: '', to: '', offset: 0 };

function Choice(props: {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly choices: Readonly<Record<string, string>>;
}) {
  return (
    <label>
      {props.label}
      <select name={props.name}>
        <option value="">All</option>
        {Object.entries(props.choices).map(([value, label]) => (
          <option key={value} value={value} selected={value === props.value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
