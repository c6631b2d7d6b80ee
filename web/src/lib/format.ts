import type { Language } from './language';

/** Western digits in both languages, Gregorian dates, Riyadh time. */
const locales: Record<Language, string> = { en: 'en-GB', ar: 'ar-SA-u-nu-latn-ca-gregory' };
const zone = 'Asia/Riyadh';

/** Halalas as riyals; halves are shown only where there are any. */
export const riyals = (halalas: number): string =>
  new Intl.NumberFormat('en', {
    minimumFractionDigits: halalas % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(halalas / 100);

export const timeOfDay = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { timeStyle: 'short', timeZone: zone }).format(new Date(iso));

export const dayAndTime = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  }).format(new Date(iso));

/** Seconds as 4:05. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

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
