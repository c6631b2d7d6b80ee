import { randomBytes } from 'node:crypto';
import type { Plugin } from 'vite';

/**
 * Gives a build without a storage key of its site a random one, so that no key is known before the build. A file
 * next to the manifest has that key: `selfcare doctor` refuses the file in production, because the next build
 * signs all customers out, and the journeys store sessions with it.
 */
export function storageKey(key: string | undefined): Plugin {
  const made = key ? undefined : randomBytes(32).toString('base64url');
  return {
    name: 'storage-key',
    apply: 'build',
    config: () => (made ? { define: { 'import.meta.env.VITE_STORAGE_KEY': JSON.stringify(made) } } : {}),
    generateBundle() {
      if (made) {
        this.emitFile({ type: 'asset', fileName: '.vite/made-storage-key', source: made });
      }
    },
  };
}
