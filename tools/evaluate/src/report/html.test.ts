import { expect, it } from 'vitest';
import { html } from './html.ts';

it('escapes what would be markup, in text and in attributes', () => {
  const name = `<script>"&'`;
  expect(html`<a title="${name}">${name}</a>`.text).toBe(
    '<a title="&lt;script&gt;&quot;&amp;&#39;">&lt;script&gt;&quot;&amp;&#39;</a>',
  );
});

it('puts in markup and lists of it as they are, and nothing for null', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${null}${html`<hr>`}${1}`.text).toBe(
    '<ul><li>a</li><li>&lt;b&gt;</li></ul><hr>1',
  );
});

it('leaves backslashes alone', () => {
  expect(html`${'a\\n'}\n`.text).toBe('a\\n\n');
});
