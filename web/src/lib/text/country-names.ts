import { locales } from './format';
import { type Language, languages } from './language';

const namesIn = Object.fromEntries(
  languages.map((language) => [
    language,
    new Intl.DisplayNames([locales[language]], { type: 'region', fallback: 'none' }),
  ]),
);

/** The name of a country by its code; a code that the browser cannot name stays as it is. */
export function countryName(code: string, language: Language): string {
  return (/^[A-Z]{2}$/.test(code) && namesIn[language]?.of(code)) || code;
}

/** The names of a country in every language of the site, for a search. */
export const countryNames = (code: string): string =>
  languages.map((language) => countryName(code, language)).join(' ');
