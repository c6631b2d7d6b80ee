import { inTab } from '@/lib/browser-parts';
import { readSecret } from '@/lib/text/typed';

const storageKey = 'selfcare.preview';
const form = /^[\w-]{20,100}$/;

/** The secret of a link that shows content before it is in force: the address brings it along, and this tab keeps it. */
export function previewToken(): string | undefined {
  const brought = readSecret(new URLSearchParams(globalThis.location?.search ?? '').get('preview') ?? '');
  if (!form.test(brought)) {
    return inTab.read(storageKey);
  }
  inTab.write(storageKey, brought);
  return brought;
}

/** From now on this tab shows what is in force. */
export const endPreview = (): void => inTab.remove(storageKey);
