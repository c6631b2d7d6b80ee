import { countryNames } from './country-names';
import { fold, hasWords } from './fold';

interface Country {
  country: string;
  name: string;
  dialCode?: string;
}

/**
 * Finds the countries whose name in either language contains the typed words, or whose code was typed: EG,
 * 20, +20, 0020.
 */
export function findCountry<One extends Country>(countries: readonly One[], typed: string): One[] {
  const wanted = fold(typed);
  const digits = wanted.replace(/^00/, '');
  return countries.filter(
    ({ country, name, dialCode }) =>
      hasWords(`${name} ${countryNames(country)}`, wanted) ||
      country.toLowerCase() === wanted ||
      (digits !== '' && dialCode?.slice(1) === digits),
  );
}
