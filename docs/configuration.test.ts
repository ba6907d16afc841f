import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The names that the two services read from the environment. */
const known = [
  '../packages/service-kit/src/service-variables.ts',
  '../apps/liveness/src/config.ts',
  '../apps/bot/src/config.ts',
].flatMap((file) =>
  [...read(file).matchAll(/^ {2,4}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name as string),
);

it('describes every variable, and none that is not read', () => {
  const described = [
    ...read('configuration.md').matchAll(
      /`([A-Z][A-Z0-9]*_[A-Z0-9_]+|HOST|SERVICES|ENVIRONMENT|PERSISTENCE)`/g,
    ),
  ];
  expect(known.length).toBeGreaterThan(30);
  expect(new Set(described.map(([, name]) => name))).toEqual(new Set(known));
});
