import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { knownSite } from '@/lib/site/site';
import { isLanguage, type Language, languages } from '@/lib/text/language';
import { laidOver } from './laid-over';

const texts = import.meta.glob<{ default: Record<string, unknown> }>('./locales/*/*.json');

/** Texts arrive one language and feature at a time. */
const textsOf = {
  type: 'backend' as const,
  read: (language: string, namespace: string) => {
    const load = texts[`./locales/${language}/${namespace}.json`];
    const site = isLanguage(language) ? knownSite(language) : undefined;
    return load
      ? load().then((module) => laidOver(module.default, site?.translation ?? {}, namespace))
      : Promise.reject(new Error(`no texts: ${namespace}`));
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
