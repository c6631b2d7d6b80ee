import { defineConfig, type UserConfig } from '@hey-api/openapi-ts';

/**
 * A double holds halalas up to 90 trillion riyals, so the browser reads int64 as number instead of bigint.
 */
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

interface Operation {
  security?: unknown;
  responses?: Record<string, unknown>;
}
interface Contract {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { enum?: unknown; properties?: Record<string, unknown> }> };
}

/**
 * Removes the parts of the contract that the pages do not need. The app sets the session's headers itself.
 * Refusals have the same shape for each status. A page handles a newer refusal by its text, so the type of
 * its code is any text.
 */
function withoutTheServersSide(document: Contract): void {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    delete operation.security;
    for (const status of Object.keys(operation.responses ?? {}).filter((each) => each.startsWith('4'))) {
      delete operation.responses?.[status];
    }
  }
  const { MessageKey, Problem } = document.components.schemas;
  delete MessageKey?.enum;
  for (const forLogs of ['type', 'title', 'status']) {
    delete Problem?.properties?.[forLogs];
  }
}

function failuresAlone(document: unknown): void {
  const contract = document as Contract;
  const { MessageKey = {} } = contract.components.schemas;
  contract.paths = {};
  contract.components = { schemas: { MessageKey } };
}

const input = '../api/openapi.yaml';
const patch = {
  input: (document: unknown) => {
    int64AsNumber(document);
    withoutTheServersSide(document as Contract);
  },
};

/** The call that starts the site. Pages take their types from it, or from the settings alone. */
const siteCall = 'GET /configuration/bulk-initialize';
const searchCall = 'GET /content/search';
/**
 * The calls of pages after the first step, without an order in their answers: otherwise these pages would
 * load the shape of an order twice.
 */
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

/** Calls of partners and support are not part of these pages and would only add weight on a phone. */
const elsewhere = [
  'content',
  'session',
  'lines',
  'subscriptions',
  'plans',
  'purchases',
  'transfers',
  'vas',
  'rates',
  'shops',
  'bundles',
  'bills',
  'usage',
  'tickets',
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
 * Generates client, types, zod schemas and query options from the one contract. Calls of a session, a
 * customer's lines, plans, purchases, bills, later pages and support staff are separate sets: a bundler keeps
 * a module whole, and a guest who begins an order should not load them.
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
  { ...callsIn('gen-transfers', { tags: { include: ['transfers'] } }), plugins: [...client, queries] },
  { ...callsIn('gen-vas', { tags: { include: ['vas'] } }), plugins: [...client, queries] },
  { ...callsIn('gen-rates', { tags: { include: ['rates'] } }), plugins: [...client, queries] },
  { ...callsIn('gen-shops', { tags: { include: ['shops'] } }), plugins: [...client, queries] },
  { ...callsIn('gen-bundles', { tags: { include: ['bundles'] } }), plugins: [...client, queries] },
  { ...callsIn('gen-content', { tags: { include: ['content'] } }), plugins: [...client, queries] },
  { ...callsIn('gen-bills', { tags: { include: ['bills'] } }), plugins: [...client, queries] },
  { ...callsIn('gen-usage', { tags: { include: ['usage'] } }), plugins: [...client, queries] },
  { ...callsIn('gen-tickets', { tags: { include: ['tickets'] } }), plugins: [...client, queries] },
  { ...callsIn('gen-support', { tags: { include: ['support'] } }), plugins: [...client, queries] },
  // The types of all sets. scripts/share.mjs makes each set import them from here.
  {
    ...callsIn('gen-types', { tags: { exclude: ['reports', 'webhooks'] } }),
    output: { path: 'src/api/gen-types', clean: true, entryFile: false },
    plugins: ['@hey-api/typescript'],
  },
  // Only the message keys of failures, so that a page cannot use an unknown key.
  {
    input,
    output: { path: 'src/api/gen-failures', clean: true },
    parser: { patch: { input: failuresAlone }, filters: { orphans: true } },
    plugins: ['@hey-api/typescript'],
  },
  // Only the types: a beacon needs no client.
  {
    ...callsIn('gen-reports', { tags: { include: ['reports'] } }),
    plugins: [{ name: '@hey-api/typescript', enums: 'javascript' }],
  },
  { ...callsIn('gen-site', { operations: { include: [siteCall, searchCall] } }), plugins: [...client] },
]);
