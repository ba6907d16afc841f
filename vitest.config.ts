import { defineConfig } from 'vitest/config';

/** A condition that is waited for comes later on a busy machine; waiting longer costs nothing where it comes at once. */
const PATIENT = { poll: { timeout: 30_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps,tools}/*/src/**/*.test.ts', 'deploy/*.test.ts', 'docs/*.test.ts'],
          exclude: ['**/*.{integration,browser}.test.ts'],
          // Nets on a busy machine: a hang still ends, slowness is no failure.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{packages,apps,tools}/*/src/**/*.integration.test.ts'],
          expect: PATIENT,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['{packages,apps,tools}/*/src/**/*.browser.test.ts'],
          expect: PATIENT,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
