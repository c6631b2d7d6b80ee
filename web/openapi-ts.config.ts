import { defineConfig } from '@hey-api/openapi-ts';

/** Halalas fit a double up to 90 trillion riyal, so the browser reads int64 as number rather than bigint. */
function int64AsNumber(node: unknown): void {
  if (typeof node !== 'object' || node === null) {
    return;
  }
  if ('format' in node && node.format === 'int64') {
    delete node.format;
  }
  for (const child of Object.values(node)) {
    int64AsNumber(child);
  }
}

const input = '../api/openapi.yaml';
const patch = { input: int64AsNumber };

/** What the site needs to start; pages take what they need from there, or from the settings alone. */
const siteCall = 'GET /configuration/bulk-initialize';
const searchCall = 'GET /content/search';
const partsOfSite = [
  'GET /configuration/translation',
  'GET /configuration/website_routes',
  'GET /content/menu/{slug}',
  'GET /content/slider/{name}',
];

/**
 * Client, types, zod schemas and query options, all from the one contract. Calls of a session, of a customer's lines and of purchases
 * are sets of their own: a bundler keeps a module whole, and who orders as a guest need not carry what signing in takes.
 */
export default defineConfig([
  {
    input,
    output: { path: 'src/api/gen', clean: true },
    // What partners and support call is no part of these pages, and would be weight on a phone.
    parser: {
      patch,
      filters: {
        tags: { exclude: ['session', 'lines', 'plans', 'purchases', 'support', 'webhooks'] },
        operations: { exclude: [siteCall, searchCall, ...partsOfSite] },
        orphans: false,
      },
    },
    plugins: [
      { name: '@hey-api/client-fetch', runtimeConfigPath: './src/api/client.ts' },
      '@hey-api/typescript',
      { name: 'zod', compatibilityVersion: 'mini', requests: { headers: false, path: false, query: false } },
      { name: '@hey-api/sdk', validator: { response: true, request: false } },
      { name: '@tanstack/react-query', mutationOptions: false, infiniteQueryOptions: true },
    ],
  },
  {
    input,
    output: { path: 'src/api/gen-session', clean: true },
    parser: { patch, filters: { tags: { include: ['session'] }, orphans: false } },
    plugins: [
      { name: '@hey-api/client-fetch', runtimeConfigPath: './src/api/client.ts' },
      '@hey-api/typescript',
      { name: 'zod', compatibilityVersion: 'mini', requests: { headers: false, path: false, query: false } },
      { name: '@hey-api/sdk', validator: { response: true, request: false } },
      { name: '@tanstack/react-query', mutationOptions: false },
    ],
  },
  {
    input,
    output: { path: 'src/api/gen-lines', clean: true },
    parser: { patch, filters: { tags: { include: ['lines', 'plans'] }, orphans: false } },
    plugins: [
      { name: '@hey-api/client-fetch', runtimeConfigPath: './src/api/client.ts' },
      '@hey-api/typescript',
      { name: 'zod', compatibilityVersion: 'mini', requests: { headers: false, path: false, query: false } },
      { name: '@hey-api/sdk', validator: { response: true, request: false } },
      { name: '@tanstack/react-query', mutationOptions: false },
    ],
  },
  {
    input,
    output: { path: 'src/api/gen-purchases', clean: true },
    parser: { patch, filters: { tags: { include: ['purchases'] }, orphans: false } },
    plugins: [
      { name: '@hey-api/client-fetch', runtimeConfigPath: './src/api/client.ts' },
      '@hey-api/typescript',
      { name: 'zod', compatibilityVersion: 'mini', requests: { headers: false, path: false, query: false } },
      { name: '@hey-api/sdk', validator: { response: true, request: false } },
      { name: '@tanstack/react-query', mutationOptions: false },
    ],
  },
  {
    input,
    output: { path: 'src/api/gen-site', clean: true },
    parser: { patch, filters: { operations: { include: [siteCall, searchCall] }, orphans: false } },
    plugins: [
      { name: '@hey-api/client-fetch', runtimeConfigPath: './src/api/client.ts' },
      '@hey-api/typescript',
      { name: 'zod', compatibilityVersion: 'mini', requests: { headers: false, path: false, query: false } },
      { name: '@hey-api/sdk', validator: { response: true, request: false } },
    ],
  },
]);
