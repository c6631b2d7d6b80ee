/** A date as it is being typed: parts may still be missing or have one digit. */
export interface DateParts {
  year: string;
  month: string;
  day: string;
}

/** The parts of `1992-3-14`, or of as much of it as there is. */
export function partsOf(date: string): DateParts {
  const [year = '', month = '', day = ''] = date.split('-');
  return { year, month, day };
}

/** What was typed so far as one text, which a draft can keep; empty when nothing was typed. */
export const joined = ({ year, month, day }: DateParts): string =>
  year || month || day ? `${year}-${month}-${day}` : '';

/** The contract's form: 1992-03-14. Missing parts stay missing, for the schema to refuse. */
export function isoDate(date: string): string {
  const { year, month, day } = partsOf(date);
  const twoDigits = (part: string) => (part ? part.padStart(2, '0') : '');
  return joined({ year, month: twoDigits(month), day: twoDigits(day) });
}

const oldest = '1900-01-01';
const today = () => new Date().toISOString().slice(0, 10);
const firstHijriYear = 1356;

/**
 * Whether a person may be born on this day. The server knows which Hijri months had 29 days: browsers reckon them, which is
 * a day off for many years.
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

/** Whether the calendar has this day: there is no 31 February. */
export function isRealDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
