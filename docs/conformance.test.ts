import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** A row's link, and the words of the test's title that follow it. */
const ROW = /^\| (?<rule>.+) \| \[[^\]]+\]\(\.\.\/(?<file>[^)]+)\)(?:: (?<title>.+))? \|$/;

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

const lines = read('conformance.md').split('\n');
const rows = lines.filter((line) => line.startsWith('| ') && line !== '| rule | shown by |');

describe('the conformance page', () => {
  it('has a hundred rules and more', () => {
    expect(rows.length).toBeGreaterThan(100);
  });

  it.each(rows)('names a test that is there: %s', (row) => {
    const { file, title = '' } = ROW.exec(row)?.groups ?? {};
    expect(file, 'a link to a test').toMatch(/\.test\.ts$/);
    const source = read(`../${file}`).replaceAll("\\'", "'");
    expect(source).toContain(title);
  });
});
