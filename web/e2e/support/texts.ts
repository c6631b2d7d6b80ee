import { readdirSync, readFileSync } from 'node:fs';
import i18next, { type TypeOptions } from 'i18next';
import problemsAr from '../../../internal/contract/texts/ar.json' with { type: 'json' };
import problemsEn from '../../../internal/contract/texts/en.json' with { type: 'json' };
import type { Language } from '../../src/lib/text/language.ts';

const locales = new URL('../../src/i18n/locales/', import.meta.url);

type Namespace = keyof TypeOptions['resources'];
const namespaces = readdirSync(new URL('en/', locales))
  // The name of a file of texts is the name of its namespace.
  .map((file) => file.replace('.json', '') as Namespace);

const resourcesIn = (language: Language) =>
  Object.fromEntries(
    namespaces.map((name) => [
      name,
      JSON.parse(readFileSync(new URL(`${language}/${name}.json`, locales), 'utf8')),
    ]),
  );

const texts = i18next.createInstance();
await texts.init({
  fallbackLng: false,
  defaultNS: 'common',
  interpolation: { escapeValue: false },
  resources: { ar: resourcesIn('ar'), en: resourcesIn('en') },
});

/** Returns the page's own texts, so that tests use the customer's words in both languages. */
export const wordsIn = (language: Language) => texts.getFixedT(language, namespaces);
export type Words = ReturnType<typeof wordsIn>;

/** Returns the server's messages, by the code of the failure catalogue. */
export const problemsIn = (language: Language) => (language === 'ar' ? problemsAr : problemsEn);
