import type { Texts } from './all-texts';

/**
 * Returns the form of the Arabic noun after an amount in digits: 3 ريالات, 25 ريالًا, 100 ريال. The whole
 * riyals decide the form.
 */
function riyalNoun(amount: string): string {
  const whole = Math.trunc(Math.abs(Number(amount.replaceAll(',', '')))) % 100;
  if (whole >= 3 && whole <= 10) {
    return 'ريالات';
  }
  return whole >= 11 ? 'ريالًا' : 'ريال';
}

const amountOfRiyals = /\{\{\s*(\w+)\s*\}\} ريال(?![\u0620-\u06ff])/g;

/** Lets the format `riyals` write the noun of each amount, as in `{{amount}} ريال`. Copies the texts. */
export const withRiyals = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? text.replace(amountOfRiyals, '{{$1, riyals}}') : withRiyals(text),
    ]),
  );

/** The format of an amount with its noun. */
export const riyals = (amount: unknown): string => `${amount} ${riyalNoun(String(amount))}`;
