import type { LanguageDetectorModule } from 'i18next';
import { inBrowser } from '@/lib/browser-parts';
import { defaultLanguage, languageOfPath, languageOr } from '@/lib/text/language';

const storageKey = 'selfcare.language';

/** Returns the language of the last visit, for addresses without a language. */
export const rememberedLanguage = () => inBrowser.read(storageKey);

/** Takes the language from the address: the markers of the specification are known to no other detector. */
export const addressDetector: LanguageDetectorModule = {
  type: 'languageDetector',
  detect: () => languageOfPath(location.pathname) ?? languageOr(rememberedLanguage(), defaultLanguage),
};

export const rememberLanguage = (language: string) => inBrowser.write(storageKey, language);
