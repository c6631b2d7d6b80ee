import type { Nationality } from '@/api/gen';
import { zNationality } from '@/api/gen/zod.gen';
import { countryName } from '@/lib/text/country-names';
import type { Language } from '@/lib/text/language';

/** The code of a stateless person; ISO leaves this code to its users. */
const stateless = 'XX';
const home = 'SA';

/** Returns the nationalities of the API by name: Saudi Arabia first, stateless last. */
export function nationalities(
  language: Language,
  statelessName: string,
): { value: Nationality; label: string }[] {
  const entry = (value: Nationality) => ({ value, label: countryName(value, language) });
  const others = zNationality.options
    .filter((code) => code !== home && code !== stateless)
    .map(entry)
    .sort((a, b) => a.label.localeCompare(b.label, language));
  return [entry(home), ...others, { value: stateless, label: statelessName }];
}
