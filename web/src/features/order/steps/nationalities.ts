import { locales } from '@/lib/text/format';
import type { Language } from '@/lib/text/language';

/** ISO codes the API takes as nationality; their names come from the browser in either language. */
const countryCodes =
  'AE AF AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BT BW BY CA CD CF CG CH CI CL CM CN CO CR CU CY CZ DE DJ DK DO DZ EC EE EG ER ES ET FI FJ FR GA GB GE GH GM GN GR GT HN HR HT HU ID IE IN IQ IR IS IT JM JO JP KE KG KH KM KR KW KZ LA LB LK LR LT LU LV LY MA MD ME MG MK ML MM MN MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NZ OM PA PE PG PH PK PL PS PT PY QA RO RS RU RW SD SE SG SI SK SL SN SO SS SV SY TD TG TH TJ TM TN TR TT TZ UA UG US UY UZ VE VN YE ZA ZM ZW'.split(
    ' ',
  );

/** Nationalities by name, Saudi Arabia first. */
export function nationalities(language: Language): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([locales[language]], { type: 'region' });
  const entry = (value: string) => ({ value, label: names.of(value) ?? value });
  const others = countryCodes.map(entry).sort((a, b) => a.label.localeCompare(b.label, language));
  return [entry('SA'), ...others];
}
