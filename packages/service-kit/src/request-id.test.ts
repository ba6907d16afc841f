import { expect, it } from 'vitest';
import { requestIdOf } from './request-id.ts';

const newId = () => 'new';

it.each(['7', 'a-b_c.d:e', '6f1c2d4e-8a9b-4c3d-9e0f-1a2b3c4d5e6f', 'x'.repeat(128)])('keeps %s', (id) => {
  expect(requestIdOf(id, newId)).toBe(id);
});

it.each([
  ['an absent id', undefined],
  ['an empty id', ''],
  ['a repeated header', ['a', 'b']],
  ['a line break', 'a\r\nSet-Cookie: x=1'],
  ['markup', '<script>'],
  ['quotes', 'a"b'],
  ['a space', 'a b'],
  ['a very long id', 'x'.repeat(129)],
])('replaces %s', (_name, id) => {
  expect(requestIdOf(id, newId)).toBe('new');
});
