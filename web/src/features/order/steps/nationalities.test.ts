import { expect, it } from 'vitest';
import { languages } from '@/lib/text/language';
import { nationalities } from './nationalities';

/** ISO 3166-1 codes of places without inhabitants, which have no passports. */
const withoutPeople = ['AQ', 'BV', 'GS', 'HM', 'IO', 'TF', 'UM'];
/**
 * Codes that the browser names but ISO 3166-1 does not list: regions, former countries and pseudo-regions.
 */
const besideIso =
  'AC AN BU CP CQ CS DD DG DY EA EU EZ FQ FX HV IC JT MI NH NQ NT PC PU PZ QO RH SU TA TP UK UN VD WK XA XB YD YU ZR ZZ'.split(
    ' ',
  );

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const named = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const wanted = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => named.of(code) && ![...withoutPeople, ...besideIso].includes(code));

it.each(languages)('Nationalities_%s_HaveEveryCountryThatABrowserNames', (language) => {
  const all = nationalities(language, 'Stateless');
  expect(
    all
      .map(({ value }) => value)
      .filter((code) => code !== 'XX')
      .toSorted(),
  ).toEqual(wanted);
  expect(all.filter(({ value, label }) => value === label)).toEqual([]);
  expect([all[0]?.value, all.at(-1)?.value]).toEqual(['SA', 'XX']);
  const sorted = all.slice(1, -1).map(({ label }) => label);
  expect(sorted).toEqual(sorted.toSorted((a, b) => a.localeCompare(b, language)));
});
