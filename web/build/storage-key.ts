import type { Plugin } from 'vite';

/** Leaves a mark beside the manifest where the site was given no storage key of its own: `selfcare doctor` refuses it in production. */
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
