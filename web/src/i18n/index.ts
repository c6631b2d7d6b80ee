import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { knownSite } from '@/lib/site/site';
import { isLanguage, type Language, languages } from '@/lib/text/language';
import type { Texts } from './all-texts';
import { laidOver } from './laid-over';

/** Of the pages on which visits begin. Where all others are is a list that the first page need not carry. */
const firstTexts = import.meta.glob<Texts>(
  './locales/*/{common,shell,home,numbers,order,details,identity,sign-in,credentials}.json',
);

async function loadTexts(language: string, namespace: string): Promise<Texts> {
  const name = `./locales/${language}/${namespace}.json`;
  const load = firstTexts[name] ?? (await import('./all-texts')).allTexts[name];
  if (!load) {
    throw new Error(`no texts: ${namespace}`);
  }
  return load();
}

/** Texts arrive one language and feature at a time. */
const textsOf = {
  type: 'backend' as const,
  read: async (language: string, namespace: string) => {
    const texts = await loadTexts(language, namespace);
    const site = isLanguage(language) ? knownSite(language) : undefined;
    return laidOver(texts.default, site?.translation ?? {}, namespace);
  },
};

export const i18n = i18next.createInstance();

/** Ready when the first language's common texts are there. */
export const startTexts = (language: Language) =>
  i18n
    .use(textsOf)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: languages,
      fallbackLng: false,
      ns: ['common'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
