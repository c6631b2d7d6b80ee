import { defineConfig, type UserConfig } from '@hey-api/openapi-ts';

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
/** What pages after the first step ask, and which has no order in its answer: they would carry the shape of an order twice. */
const laterCalls = [
  'GET /configuration/app',
  'GET /plans',
  'GET /lookup/cities',
  'GET /lookup/devices',
  'GET /lookup/pickup-branches',
  'GET /lookup/operators',
  'GET /lookup/mnp-plans',
  'GET /lookup/port-windows',
  'GET /orders',
  'POST /orders/lookup',
  'GET /orders/{id}/timeline',
  'GET /orders/{id}/links',
  'GET /orders/{id}/receipt',
  'GET /orders/{id}/credit-note',
  'POST /orders/{id}/contact-code',
  'POST /orders/{id}/dispute',
  'POST /orders/{id}/profile/message',
  'POST /sim-activation/orders',
];
const partsOfSite = [
  'GET /configuration/translation',
  'GET /configuration/website_routes',
  'GET /content/menu/{slug}',
  'GET /content/slider/{name}',
];

/** What partners and support call is no part of these pages, and would be weight on a phone. */
const elsewhere = [
  'session',
  'lines',
  'subscriptions',
  'plans',
  'purchases',
  'support',
  'webhooks',
  'reports',
];

const client = [
  { name: '@hey-api/client-fetch', runtimeConfigPath: './src/api/client.ts' },
  '@hey-api/typescript',
  { name: 'zod', compatibilityVersion: 'mini', requests: { headers: false, path: false, query: false } },
  { name: '@hey-api/sdk', validator: { response: true, request: false } },
] as const;
const queries = { name: '@tanstack/react-query', mutationOptions: false } as const;

type Filters = NonNullable<Extract<UserConfig['parser'], object>['filters']>;

const callsIn = (folder: string, filters: Filters) => ({
  input,
  output: { path: `src/api/${folder}`, clean: true },
  parser: { patch, filters: { ...filters, orphans: false } },
});

/**
 * Client, types, zod schemas and query options, all from the one contract. Calls of a session, of a customer's lines, of plans, of
 * purchases and of later pages are sets of their own: a bundler keeps a module whole, and who begins an order as a guest need not carry
 * what they take.
 */
export default defineConfig([
  {
    ...callsIn('gen', {
      tags: { exclude: elsewhere },
      operations: { exclude: [siteCall, searchCall, ...partsOfSite, ...laterCalls] },
    }),
    plugins: [...client, { ...queries, infiniteQueryOptions: true }],
  },
  { ...callsIn('gen-later', { operations: { include: laterCalls } }), plugins: [...client, queries] },
  { ...callsIn('gen-session', { tags: { include: ['session'] } }), plugins: [...client, queries] },
  {
    ...callsIn('gen-lines', { tags: { include: ['lines', 'subscriptions'] } }),
    plugins: [...client, queries],
  },
  { ...callsIn('gen-plans', { tags: { include: ['plans'] } }), plugins: [...client, queries] },
  { ...callsIn('gen-purchases', { tags: { include: ['purchases'] } }), plugins: [...client, queries] },
  // Only the words: a beacon needs no client.
  {
    ...callsIn('gen-reports', { tags: { include: ['reports'] } }),
    plugins: [{ name: '@hey-api/typescript', enums: 'javascript' }],
  },
  { ...callsIn('gen-site', { operations: { include: [siteCall, searchCall] } }), plugins: [...client] },
]);
