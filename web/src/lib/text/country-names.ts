import { locales } from './format';
import { type Language, languages } from './language';

const namesIn = Object.fromEntries(
  languages.map((language) => [
    language,
    new Intl.DisplayNames([locales[language]], { type: 'region', fallback: 'none' }),
  ]),
);

/** Returns the name of a country by its code. A code without a name in the browser stays unchanged. */
export function countryName(code: string, language: Language): string {
  return (/^[A-Z]{2}$/.test(code) && namesIn[language]?.of(code)) || code;
}

/** Returns the names of a country in each language of the site, for a search. */
export const countryNames = (code: string): string =>
  languages.map((language) => countryName(code, language)).join(' ');
