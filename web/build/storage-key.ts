import type { Plugin } from 'vite';

/**
 * Writes a file next to the manifest if the site was built without its own storage key: `selfcare doctor`
 * refuses the file in production.
 */
export function storageKey(key: string | undefined): Plugin {
  return {
    name: 'storage-key',
    apply: 'build',
    generateBundle() {
      if (!key) {
        this.emitFile({
          type: 'asset',
          fileName: '.vite/common-storage-key',
          source: 'VITE_STORAGE_KEY was not set\n',
        });
      }
    },
  };
}
