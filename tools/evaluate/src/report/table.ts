import { type Html, type HtmlValue, html } from './html.ts';

export interface Column {
  readonly label: string;
  readonly align: 'start' | 'end';
}

export interface Table {
  readonly caption: string;
  readonly columns: readonly Column[];
  /** Cells by column; the first cell of a row is its header. */
  readonly rows: readonly (readonly HtmlValue[])[];
}

/** A column of words. */
export function words(label: string): Column {
  return { label, align: 'start' };
}

/** A column of numbers. */
export function numbers(label: string): Column {
  return { label, align: 'end' };
}

/** Draws a table that scrolls sideways on its own when the screen is narrow, also by keyboard. */
export function drawTable({ caption, columns, rows }: Table): Html {
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr>${columns.map(({ label, align }) => html`<th scope="col" class="${align}">${label}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => drawRow(columns, cells))}</tbody>
</table></div>`;
}

function drawRow(columns: readonly Column[], cells: readonly HtmlValue[]): Html {
  return html`<tr>${cells.map((cell, index) => {
    const align = columns[index]!.align;
    return index === 0
      ? html`<th scope="row" class="${align}">${cell}</th>`
      : html`<td class="${align}">${cell}</td>`;
  })}</tr>
`;
}
