import { describe, expect, it } from 'vitest';
import { pathAfterSignIn, routeOf } from './route.ts';

describe('routeOf', () => {
  it.each([
    ['/interview/a.b.c', { page: 'observer', token: 'a.b.c' }],
    ['/interview/a.b.c/', { page: 'observer', token: 'a.b.c' }],
    ['/interview', { page: 'unknown' }],
    ['/interview/a/b', { page: 'unknown' }],
    ['/room/green%20door', { page: 'room', roomId: 'green door' }],
    ['/room/%', { page: 'room', roomId: '%' }],
    ['/room', { page: 'lobby' }],
    ['/signin', { page: 'sign-in' }],
    ['/history', { page: 'history' }],
    ['/settings/', { page: 'settings' }],
    ['/settings/more', { page: 'unknown' }],
    ['/', { page: 'unknown' }],
  ])('reads %s', (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });
});

describe('pathAfterSignIn', () => {
  it('keeps a page of ours with its filters', () => {
    expect(pathAfterSignIn('/history?verdict=fake', 'https://bot.example')).toBe('/history?verdict=fake');
  });

  it.each([
    null,
    '',
    'https://elsewhere.example/history',
    '//elsewhere.example/history',
    '/\\elsewhere.example/history',
    '/.//history',
    '/.//settings/elsewhere.example',
    '/\t/elsewhere.example/history',
    'javascript:alert(1)',
    '/api/auth/sign-out',
  ])('leads %j home', (wanted) => {
    expect(pathAfterSignIn(wanted, 'https://bot.example')).toBe('/history');
  });
});
