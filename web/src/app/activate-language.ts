import { i18n } from '@/i18n';
import { inBrowser } from '@/lib/browser-parts';
import { directionOf, type Language } from '@/lib/text/language';

const storageKey = 'selfcare.language';

async function speak(language: Language): Promise<void> {
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  inBrowser.write(storageKey, language);
}

let active: { language: Language; done: Promise<void> } | undefined;

/**
 * Texts and page language follow the address. Texts first: direction is stale before. The routes of one address load
 * side by side, so a second request for the same language gets the same promise.
 */
export function activateLanguage(language: Language): Promise<void> {
  if (active?.language !== language) {
    const done = speak(language);
    active = { language, done };
    // A failed load must not be remembered as done.
    done.catch(() => {
      active = undefined;
    });
  }
  return active.done;
}

/** The language of the last visit, for addresses that name none. */
export const rememberedLanguage = () => inBrowser.read(storageKey);
