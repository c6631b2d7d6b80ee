import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { firstScript } from './build/first-script.ts';
import { inlineIcon } from './build/inline-icon.ts';
import { pagesAsHtml } from './build/pages/plugin.ts';
import { preloadFont } from './build/preload-font.ts';
import { storageKey } from './build/storage-key.ts';
import { themeCss } from './build/theme-css.ts';
import site from './package.json' with { type: 'json' };
import { theme, themeVariables } from './src/theme.ts';

const api = process.env.API_URL ?? 'http://localhost:8080';
const svg = readFileSync(new URL('public/favicon.svg', import.meta.url), 'utf8').trim();
const mark = `data:image/svg+xml,${encodeURIComponent(svg)}`;
const define = { __APP_VERSION__: JSON.stringify(site.version), __MARK__: JSON.stringify(mark) };
const firstWords = (language: string) =>
  new RegExp(`locales/${language}/(common|shell|search|home|numbers|sign-in|credentials|passkeys)\\.json`);
const unitTests = ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts', 'e2e/*.test.ts'];
const firstMoments = ['src/{api,app,i18n}/*.test.{ts,tsx}', 'src/lib/{http,session}/*.test.{ts,tsx}'];

export default defineConfig({
  plugins: [
    react(),
    themeCss(theme, themeVariables),
    preloadFont(/assets\/latin-400-.*\.woff2$/),
    firstScript(new URL('build/first.js', import.meta.url)),
    inlineIcon(mark),
    pagesAsHtml(define),
    storageKey(process.env.VITE_STORAGE_KEY),
  ],
  define,
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
            // The first paint of every page.
            { name: 'frame', tags: ['$initial'], priority: 1 },
            { name: 'frame', test: /lib\/form\/whose-number/, priority: 1 },
            // Code that calls the server, and the parts of forms.
            {
              name: 'calls',
              // Asking for many things at once is for lists of orders alone.
              test: /node_modules\/(@tanstack(?!.*(useQueries|queriesObserver))|zod)|src\/(app\/server-pages|api\/(gen\/|gen-runtime\/|client\.ts)|lib\/http\/query-client)|core\/esm\/components\/(Input|TextInput|Button)|src\/components\/(notice|error-notice|loading|money|modal-dialog)|src\/components\/choice\/choice-chips|src\/lib\/(text\/format|http\/(idempotency|patience)|use-asleep)|order\/model\/(referral|order-forgotten|orders-key)|order\/start\/(use-start-order|invitation)|order\/numbers\/number-(picker|filters)|use-number/,
            },
            // The fields of the sign-in, and the parts that load there a moment later.
            {
              name: 'entrance',
              test: /src\/components\/(text-field|submit-button|password\/password-field)|sign-in\/(login-page|use-sign-in-path|sign-in-frame)|form\/(use-attempt|digit-input)/,
            },
            {
              name: 'ways-in',
              test: /src\/(api\/gen-session|lib\/(session\/(vault|account)|passkey)|components\/passkey)|sign-in\/(door-calls|calls|other-ways|social-buttons|provider-mark|go-to-provider|refusal|passkey\/(passkey-way|use-passkey-way|sign-in-by-passkey))/,
            },
            // Small parts of pages that are rarely the first.
            {
              name: 'orders',
              test: /order\/model\/(other-sessions|find-order-path|order-links|standing)|home\/(live-sections|resume-order)|src\/lib\/(text\/web-address|session\/(use-line-call|line-name))|use-means|port-hints|old-sim-notice|device-name|success-mark|use-order-action|copy-button|use-countdown/,
            },
            // Parts that load on every page a moment after the first paint.
            {
              name: 'later',
              test: /src\/(i18n\/all-texts|api\/gen-content\/|app\/(overlays\/|reports\/watch|frame\/(search-box|use-maintenance)))|components\/search-form|lib\/analytics|node_modules\/web-vitals/,
            },
            // Pages that the operator writes.
            {
              name: 'words',
              test: /src\/(features\/(faq|content)\/|components\/words\/rich-text)|icons\/circle-question-mark/,
            },
            // The words of the pages on which visits begin.
            { name: 'ar', test: firstWords('ar') },
            { name: 'en', test: firstWords('en') },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/testing/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    // The app and a page anew for each file cost more than the tests: setup.ts puts back what a test changes. Only what is
    // about the first moments of a page has one of its own for each file.
    projects: [
      { extends: true, test: { name: 'first moments', include: firstMoments } },
      { extends: true, test: { name: 'later', include: unitTests, exclude: firstMoments, isolate: false } },
    ],
    // Its own default leaves one of two cores idle.
    maxWorkers: '100%',
    testTimeout: 30_000,
    // As long as Testing Library waits (src/testing/setup.ts); its own second is short for a busy machine.
    expect: { poll: { timeout: 8_000 } },
    // jsdom does not know this element yet; browsers do.
    onConsoleLog: (log) => !log.includes('The tag <search> is unrecognized'),
  },
});
