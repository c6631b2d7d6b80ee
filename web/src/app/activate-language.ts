import { i18n, startTexts } from '@/i18n';
import { directionOf, type Language } from '@/lib/language';

const storageKey = 'selfcare.language';

/** Texts and page language follow the address. Texts first: direction is stale before. */
export async function activateLanguage(language: Language): Promise<void> {
  if (i18n.isInitialized) {
    await i18n.changeLanguage(language);
  } else {
    await startTexts(language);
  }
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Remembering is a convenience only.
  }
}

/** The language of the last visit, for addresses that name none. */
export function rememberedLanguage(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined;
  } catch {
    return undefined;
  }
}
