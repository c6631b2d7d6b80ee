import type { Language } from '@/lib/text/language';
import type { Site } from './site';

const parts = ['routes', 'settings', 'translation', 'mainMenu', 'footerMenu', 'footerLast', 'updates'];

/**
 * Checks that the configuration is complete. The page's own server wrote it, so no further check is needed.
 */
const isSite = (value: unknown): value is Site =>
  typeof value === 'object' && value !== null && parts.every((part) => part in value);

/** Takes the configuration from the document once: it is as old as the document. */
export function takeInlineSite(language: Language): Site | undefined {
  const block = document.getElementById('configuration');
  if (block?.lang !== language) {
    return undefined;
  }
  block.remove();
  try {
    const site: unknown = JSON.parse(block.textContent);
    return isSite(site) ? site : undefined;
  } catch {
    return undefined;
  }
}
