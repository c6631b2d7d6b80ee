import { i18n, loadTexts, textsInUse } from '@/i18n';
import { rememberLanguage } from '@/i18n/address-detector';
import { directionOf, type Language } from '@/lib/text/language';

let active: { language: Language; done: Promise<void> } | undefined;

async function speak(language: Language): Promise<void> {
  await loadTexts(language, textsInUse());
  if (active?.language !== language) {
    return; // the visitor has gone back to the other language meanwhile
  }
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  rememberLanguage(language);
}

/**
 * Sets the texts and the page language from the address. The texts load first: until then the direction is
 * the old one. The routes of an address load in parallel, so a second request for the same language gets the
 * same promise.
 */
export function activateLanguage(language: Language): Promise<void> {
  if (active?.language !== language) {
    const asked = { language, done: Promise.resolve() };
    active = asked;
    asked.done = speak(language);
    // A failed load must not be stored as done.
    asked.done.catch(() => {
      active = active === asked ? undefined : active;
    });
  }
  return active.done;
}
