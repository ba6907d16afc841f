import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  build: {
    // Pages are served under `default-src 'self'`, which forbids data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
