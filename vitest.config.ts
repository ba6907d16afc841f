import { defineConfig } from 'vitest/config';

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
          // Real servers, processes and browsers on a busy machine may miss a beat; a defect fails twice.
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['{packages,apps,tools}/*/src/**/*.browser.test.ts'],
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
