import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { brandFiles, scenesAddress } from './build/brand.ts';
import { firstScript } from './build/first-script.ts';
import { flagFiles, flagsAddress } from './build/flags.ts';
import { pagesAsHtml } from './build/pages/plugin.ts';
import { storageKey } from './build/storage-key.ts';
import { themeCss } from './build/theme-css.ts';
import site from './package.json' with { type: 'json' };
import brand from './src/brand/brand.json' with { type: 'json' };
import { makeTheme, makeVariables } from './src/theme.ts';

const api = process.env.API_URL ?? 'http://localhost:8080';
const mark = `data:image/svg+xml,${encodeURIComponent(brand.mark)}`;
const define = {
  __APP_VERSION__: JSON.stringify(site.version),
  __MARK__: JSON.stringify(mark),
  __PALETTE__: JSON.stringify({ accent: brand.accent, ink: brand.ink }),
  __FLAGS__: JSON.stringify(flagsAddress),
  __SCENES__: JSON.stringify(scenesAddress(brand.scenes)),
};
const firstWords = (language: string) =>
  new RegExp(`locales/${language}/(common|shell|search|home|numbers|sign-in|credentials|passkeys)\\.json`);
const unitTests = ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts', 'e2e/*.test.ts'];
const firstMoments = ['src/{api,app,i18n}/*.test.{ts,tsx}', 'src/lib/{http,session}/*.test.{ts,tsx}'];

export default defineConfig({
  plugins: [
    react(),
    themeCss(makeTheme(brand), makeVariables(brand)),
    firstScript(new URL('build/first.js', import.meta.url)),
    brandFiles(brand, mark),
    flagFiles(),
    pagesAsHtml(define),
    storageKey(process.env.VITE_STORAGE_KEY),
  ],
  define,
  resolve: { tsconfigPaths: true },
  server: { port: 5173, proxy: { '/api': api } },
  // No data: URIs, so that the content security policy can stay at 'self'.
  build: {
    target: 'es2023',
    manifest: true,
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // Many small chunks compress worse than a few that are always loaded together.
    rolldownOptions: {
      output: {
        // The first page names each chunk, and each name adds to its size: short hashes, and no name for
        // chunks of texts.
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.endsWith('.json') ? 'assets/[hash:7].js' : 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // The code for the first paint of each page.
            { name: 'frame', tags: ['$initial'], priority: 1 },
            { name: 'frame', test: /lib\/form\/whose-number/, priority: 1 },
            // Code that calls the server, and the parts of forms.
            {
              name: 'calls',
              // Only the lists of orders run many queries at once.
              test: /node_modules\/(@tanstack(?!.*(useQueries|queriesObserver))|zod)|src\/(app\/server-pages|api\/(gen\/|gen-runtime\/|client\.ts)|lib\/http\/query-client)|core\/esm\/components\/(Input|TextInput|Button)|src\/components\/(metal-badge|notice|error-notice|loading|money|modal-dialog)|src\/components\/choice\/choice-chips|src\/lib\/(text\/format|http\/(idempotency|patience)|use-asleep)|order\/model\/(referral|order-forgotten|orders-key)|order\/(model\/use-start-order|start\/invitation)|order\/numbers\/number-(picker|filters|results)|use-number|components\/number\//,
            },
            // The fields of the sign-in, and the parts that load there shortly afterwards.
            {
              name: 'entrance',
              test: /src\/components\/(text-field|submit-button|password\/password-field)|sign-in\/(login-page|use-sign-in-path|sign-in-frame)|form\/(use-attempt|digit-input)/,
            },
            {
              name: 'ways-in',
              test: /src\/(api\/gen-session|lib\/(session\/(vault|account)|passkey)|components\/passkey)|sign-in\/(door-calls|calls|other-ways|social-buttons|provider-mark|go-to-provider|refusal|passkey\/(passkey-way|use-passkey-way|sign-in-by-passkey))/,
            },
            // Read by each payment, and deleted by the sign-out.
            { name: 'kept', test: /lib\/session\/kept-order/, priority: 1 },
            // The library of forms and the fields of most forms.
            {
              name: 'forms',
              test: /node_modules\/(react-hook-form|@hookform)|src\/(components\/form\/(form|use-bound|text-field|number-field|code-field)\.|lib\/form\/(field-errors|use-schema-form)\.)/,
            },
            // Small parts of pages on which visits rarely begin.
            {
              name: 'orders',
              test: /order\/model\/(other-sessions|find-order-path|order-links|standing|left-step)|commitment|last-seen|src\/lib\/(text\/web-address|session\/(use-line-call|line-name))|use-means|components\/fact\.|port-hints|old-sim-notice|device-name|icons\/check\.|incident-banner|word-mark|icons\/wallet\.|use-order-action|copy-button|use-countdown/,
            },
            // Parts that load on each page shortly after the first paint.
            {
              name: 'later',
              test: /src\/(i18n\/all-texts|api\/gen-content\/|app\/(overlays\/|reports\/watch|frame\/(search-box|use-maintenance))|features\/home\/hero\/found-numbers|features\/order\/numbers\/number-groups|i18n\/locales\/(ar|en)\/sale\.json)|components\/search-form|lib\/analytics|node_modules\/web-vitals/,
            },
            // The late parts of the first page, with the cards of things on sale that other pages share.
            {
              name: 'sale',
              test: /src\/(components\/(sale\/|plan\/(allowance-icon|plan-types))|features\/home\/(live-sections|number-classes|plans-offered|resume-order|site-content|slider))|icons\/(globe|message-circle|phone|plus|share-2)\./,
            },
            // Pages with the operator's content.
            {
              name: 'words',
              test: /src\/(features\/(faq|content)\/|components\/words\/rich-text)|icons\/circle-question-mark/,
            },
            // The texts of the pages on which visits begin.
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
    // Loading the app and a page for each file would cost more than the tests: setup.ts resets the changes of
    // a test. Only tests of a page's first moments load them for each file.
    projects: [
      { extends: true, test: { name: 'first moments', include: firstMoments } },
      { extends: true, test: { name: 'later', include: unitTests, exclude: firstMoments, isolate: false } },
    ],
    // The default uses only one of two cores.
    maxWorkers: '100%',
    testTimeout: 30_000,
    // The same timeout as in Testing Library (src/testing/setup.ts); the default second is too short for a
    // busy machine.
    expect: { poll: { timeout: 8_000 } },
    // jsdom does not know this element yet; browsers do.
    onConsoleLog: (log) => !log.includes('The tag <search> is unrecognized'),
  },
});
