import { describe, expect, it } from 'vitest';
import { drawPage } from './page.ts';
import type { EvaluationReport } from './report.ts';
import { summaryText } from './summary-text.ts';
import { syntheticReport } from './testing/synthetic-report.ts';

const REPORT = syntheticReport();
const PAGE = drawPage(REPORT);

function withSplit(report: EvaluationReport, split: string, name: string): EvaluationReport {
  return { ...report, dataset: { ...report.dataset, split, name } };
}

describe('the report page', () => {
  it('loads nothing from anywhere and holds no picture but its own drawings', () => {
    expect(PAGE).not.toMatch(/<(?:img|script|link|iframe|object|image|video|use)\b/i);
    expect(PAGE).not.toMatch(/(?:https?:)?\/\/|url\(|@import|data:/i);
  });

  it('opens and closes every element in order', () => {
    const open: string[] = [];
    const voids = new Set(['meta', 'circle', 'path', 'rect', 'hr']);
    for (const [, closing, name] of PAGE.matchAll(/<(\/?)([a-z][a-z0-9]*)\b/g)) {
      if (voids.has(name!)) continue;
      if (closing === '/' && open.at(-1) === name) open.pop();
      else open.push(`${closing}${name}`);
    }
    expect(open).toEqual([]);
  });

  it('gives every id once and resolves every reference to one', () => {
    const ids = [...PAGE.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
    expect(new Set(ids).size).toBe(ids.length);
    const references = [...PAGE.matchAll(/(?:href="#|aria-labelledby=")([^"]+)"/g)].flatMap(([, list]) =>
      list!.split(' '),
    );
    expect(ids).toEqual(expect.arrayContaining(references));
  });

  it('draws no coordinate that is not a number', () => {
    expect(PAGE).not.toMatch(/NaN|Infinity|undefined|\[object/);
  });

  it('heads every table column and row, and captions every table', () => {
    const tables = PAGE.match(/<table>/g)!.length;
    expect(PAGE.match(/<table>\s*<caption>/g)).toHaveLength(tables);
    expect(PAGE.match(/<tr><th scope="(?:row|col)"/g)).toHaveLength(PAGE.match(/<tr>/g)!.length);
  });

  it('names the worst attempts, the species tested and no other', () => {
    const worst = REPORT.models[0]!.series[0]!.worst.attacks[0]!;
    expect(PAGE).toContain(`<code>${worst.id}</code>`);
    expect(PAGE).toContain('<th scope="row" class="start">mask</th>');
    expect(PAGE).not.toContain('face swap');
  });

  it('says which model could not be measured, that it is a self-test, and what the train split means', () => {
    expect(PAGE).toContain('mixed-120-v2 was not measured.');
    expect(PAGE).toContain('Self-test, not a certification');
    expect(PAGE).not.toContain('This is the train split.');
    expect(drawPage(withSplit(REPORT, 'train', 'pad'))).toContain('This is the train split.');
  });

  it('warns when a model was fitted on the very data set', () => {
    const coefficientsVersion = REPORT.dataset.version.slice(0, 19);
    const models = REPORT.models.map((model) => ({ ...model, coefficientsVersion }));
    expect(PAGE).not.toContain('have learnt from this data set');
    expect(drawPage({ ...REPORT, models })).toContain('have learnt from this data set');
    expect(summaryText(REPORT)).not.toContain('learnt');
    expect(summaryText({ ...REPORT, models })).toContain(
      `${models[0]!.id}, ${models[1]!.id}: learnt from this data set`,
    );
  });

  it('escapes names that come from the data', () => {
    const page = drawPage(withSplit(REPORT, 'dev', '<b onclick="x">'));
    expect(page).not.toContain('<b onclick');
    expect(page).toContain('&lt;b onclick=&quot;x&quot;&gt;');
  });
});

describe('the summary for a terminal', () => {
  it('has a line for each series and species, and for each model that was not measured', () => {
    const text = summaryText(REPORT);
    expect(text.split('\n')).toHaveLength(1 + 2 * (1 + 3) + 1);
    expect(text).toContain('mixed-10-v2, single stills: ');
    expect(text).toContain('mixed-120-v2: not measured; it needs 120 consecutive frames');
  });
});
