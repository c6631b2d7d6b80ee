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

/** Client, types, zod schemas and query options, all from the one contract. */
export default defineConfig({
  input: '../api/openapi.yaml',
  output: { path: 'src/api/gen', clean: true },
  // What partners and support call is no part of these pages, and would be weight on a phone.
  parser: {
    patch: { input: int64AsNumber },
    filters: { tags: { exclude: ['session', 'support', 'webhooks'] }, orphans: false },
  },
  plugins: [
    { name: '@hey-api/client-fetch', runtimeConfigPath: './src/api/client.ts' },
    '@hey-api/typescript',
    { name: 'zod', compatibilityVersion: 'mini', requests: { headers: false, path: false, query: false } },
    { name: '@hey-api/sdk', validator: { response: true, request: false } },
    { name: '@tanstack/react-query', mutationOptions: false, infiniteQueryOptions: true },
  ],
});
