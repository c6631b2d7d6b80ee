import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { preloadFont } from './build/preload-font.ts';
import { themeCss } from './build/theme-css.ts';
import site from './package.json' with { type: 'json' };
import { theme, themeVariables } from './src/theme.ts';

const api = process.env.API_URL ?? 'http://localhost:8080';

export default defineConfig({
  plugins: [react(), themeCss(theme, themeVariables), preloadFont(/latin-400-normal.*\.woff2$/)],
  define: { __APP_VERSION__: JSON.stringify(site.version) },
  resolve: { tsconfigPaths: true },
  server: { port: 5173, proxy: { '/api': api } },
  // No data: URIs, so the content security policy can stay at 'self'.
  build: {
    target: 'es2023',
    manifest: true,
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // Many small chunks compress worse than a few that are always loaded together.
    rolldownOptions: {
      output: {
        // The first page names every chunk, and names cost it: short hashes, and none for what is only words.
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.endsWith('.json') ? 'assets/[hash:7].js' : 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // The first paint of every page; what asks the server; what a form is made of.
            { name: 'frame', tags: ['$initial'], priority: 1 },
            // How numbers are written, from the first page on.
            {
              name: 'digits',
              test: /src\/components\/(ltr|metal-badge)|src\/lib\/text\/digits/,
              priority: 1,
            },
            {
              name: 'calls',
              test: /node_modules\/(@tanstack|zod)|src\/api\/(gen\/|gen-runtime\/|client\.ts)/,
            },
            {
              name: 'inputs',
              test: /core\/esm\/components\/(Input|TextInput|Button)|src\/components\/(notice|error-notice|loading|money)|order\/components\/choice-chips|src\/lib\/(text\/format|http\/idempotency)|order\/model\/(order-query|order-session|referral)|order\/start\/(use-start-order|invitation)|lazy-with-texts|order\/numbers\/number-(picker|filters)|use-number/,
            },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts', 'e2e/*.test.ts'],
    setupFiles: ['src/testing/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    // Its own default leaves one of two cores idle.
    maxWorkers: '100%',
    testTimeout: 30_000,
    // jsdom does not know this element yet; browsers do.
    onConsoleLog: (log) => !log.includes('The tag <search> is unrecognized'),
  },
});
