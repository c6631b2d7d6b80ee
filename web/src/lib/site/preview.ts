import { inTab } from '@/lib/browser-parts';
import { readSecret } from '@/lib/text/typed';

const storageKey = 'selfcare.preview';
const form = /^[\w-]{20,100}$/;

/**
 * Returns the secret of a preview link, which shows content before its publication. The address brings the
 * secret, and this tab stores it.
 */
export function previewToken(): string | undefined {
  const brought = readSecret(new URLSearchParams(globalThis.location?.search ?? '').get('preview') ?? '');
  if (!form.test(brought)) {
    return inTab.read(storageKey);
  }
  inTab.write(storageKey, brought);
  return brought;
}

/** Ends the preview: the tab shows the published content. */
export const endPreview = (): void => inTab.remove(storageKey);
