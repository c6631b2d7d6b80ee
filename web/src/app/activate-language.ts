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
 * Sets the texts and the page language from the address. The texts load first: until then the direction is
 * the old one. The routes of an address load in parallel, so a second request for the same language gets the
 * same promise.
 */
export function activateLanguage(language: Language): Promise<void> {
  if (active?.language !== language) {
    const done = speak(language);
    active = { language, done };
    // A failed load must not be stored as done.
    done.catch(() => {
      active = undefined;
    });
  }
  return active.done;
}

/** Returns the language of the last visit, for addresses without a language. */
export const rememberedLanguage = () => inBrowser.read(storageKey);
