/** A date while the customer types: a part may be missing or have one digit. */
export interface DateParts {
  year: string;
  month: string;
  day: string;
}

/** Splits `1992-3-14` into its parts. A missing part is empty. */
export function partsOf(date: string): DateParts {
  const [year = '', month = '', day = ''] = date.split('-');
  return { year, month, day };
}

/** Joins the typed parts into one text, which a draft can store. The text is empty if all parts are empty. */
export const joined = ({ year, month, day }: DateParts): string =>
  year || month || day ? `${year}-${month}-${day}` : '';

/** Returns the date in the form of the contract: 1992-03-14. The schema refuses missing parts. */
export function isoDate(date: string): string {
  const { year, month, day } = partsOf(date);
  const twoDigits = (part: string) => (part ? part.padStart(2, '0') : '');
  return joined({ year, month: twoDigits(month), day: twoDigits(day) });
}

const oldest = '1900-01-01';
const today = () => new Date().toISOString().slice(0, 10);
const firstHijriYear = 1356;

/**
 * Tells whether a person can be born on this day. Only the server knows which Hijri months had 29 days: the
 * calendars of browsers are a day off in many years.
 */
export function mayBeBirthday(date: string, calendar: 'gregorian' | 'hijri' | undefined): boolean {
  if (calendar !== 'hijri') {
    return isRealDay(date) && date >= oldest && date < today();
  }
  const { year, month, day } = partsOf(date);
  const inRange = (part: string, from: number, to: number) => Number(part) >= from && Number(part) <= to;
  return inRange(day, 1, 30) && inRange(month, 1, 12) && inRange(year, firstHijriYear, thisHijriYear());
}

const thisHijriYear = () =>
  Number(
    new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', { year: 'numeric' })
      .format()
      .replace(/\D/g, ''),
  );

/** Tells whether the calendar has this day. For example, 31 February does not exist. */
export function isRealDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
