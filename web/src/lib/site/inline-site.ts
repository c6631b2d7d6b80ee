import type { Language } from '@/lib/text/language';
import type { Site } from './site';

const parts = ['routes', 'settings', 'translation', 'mainMenu', 'footerMenu', 'footerLast', 'updates'];

/** The page's own server wrote it; whether it is whole is all there is to check. */
const isSite = (value: unknown): value is Site =>
  typeof value === 'object' && value !== null && parts.every((part) => part in value);

/** The configuration that came inside the page, once: it is as old as the page. */
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
