import { describe, expect, it } from 'vitest';
import { findNameMatch, namesMatch } from './name-match.ts';

describe('namesMatch', () => {
  it.each([
    ['Ana Souza', 'Ana Souza'],
    ['ANA SOUZA', 'ana souza'],
    ['José Álvarez', 'jose alvarez'],
    ['Jose\u0301', 'JOSÉ'],
    ['Søren Weiß', 'soren weiss'],
    ['Ana', 'Ana Souza'],
    ['Ana Souza (guest)', 'souza'],
    ['Dr. Ana-Maria Souza', 'maria souza'],
    ['李 小龙', '小龙'],
  ])('finds %s in %s, either way', (a, b) => {
    expect(namesMatch(a, b)).toBe(true);
    expect(namesMatch(b, a)).toBe(true);
  });

  it.each([
    ['Anastasia', 'Ana'],
    ['Ana Lima Souza', 'Ana Souza'],
    ['Souza Ana', 'Ana Souza'],
    ['Ana', ''],
    ['', ''],
    ['...', '...'],
  ])('does not find %s in %s', (a, b) => {
    expect(namesMatch(a, b)).toBe(false);
    expect(namesMatch(b, a)).toBe(false);
  });
});

it('the first wanted name that matches is told', () => {
  expect(findNameMatch('Ana Souza', ['Bo', 'souza', 'ana'])).toBe('souza');
  expect(findNameMatch('Ana Souza', ['Bo'])).toBeUndefined();
});
