import { expect, it } from 'vitest';
import { allowedMethods } from './allowed-methods.ts';

const routes = [
  { method: 'GET', pattern: '/health' },
  { method: 'GET', pattern: '/sessions/:id' },
  { method: 'DELETE', pattern: '/sessions/:id' },
  { method: 'GET', pattern: '/sessions/:id' },
  { method: 'POST', pattern: '/sessions/:id/scan/:participant' },
  { method: 'GET', pattern: '/interview/*' },
];

it.each([
  ['/health', ['GET']],
  ['/sessions/7', ['DELETE', 'GET']],
  ['/sessions/7/scan/p', ['POST']],
  ['/interview/a/b', ['GET']],
  ['/interview/', ['GET']],
  ['/sessions/', []],
  ['/sessions', []],
  ['/sessions/7/scan', []],
  ['/healthy', []],
])('on %s are %j', (path, methods) => {
  expect(allowedMethods(routes, path)).toEqual(methods);
});
