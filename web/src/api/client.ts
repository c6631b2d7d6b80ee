import type { CreateClientConfig } from './gen/client.gen';

/** The app and its API share an origin; only tests need another base. */
export const createClientConfig: CreateClientConfig = (config) => ({
  ...config,
  baseUrl: `${globalThis.location?.origin ?? ''}/api`,
});
