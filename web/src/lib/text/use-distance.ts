import { locales } from './format';
import { useLanguage } from './use-language';

const kilometre = 1000;

/** Returns a function that formats metres as a distance such as 850 m or 3.4 km, exact enough to walk or drive. */
export function useDistance() {
  const locale = locales[useLanguage()];
  return (metres: number): string => {
    const far = metres >= kilometre;
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: far ? 'kilometer' : 'meter',
      maximumFractionDigits: metres >= 10 * kilometre ? 0 : 1,
    }).format(far ? metres / kilometre : Math.round(metres / 10) * 10);
  };
}
