import { latinDigits } from './typed';

/** Signs and names of the riyal, marks and spaces: people copy them together with an amount. */
const besideAmount = /[\p{Cf}\p{White_Space}\p{Sc}]|SAR|SR|ريال(?:ات|ان|ين|ًا|اً|ا)?|ر\.?س\.?/giu;
const betweenThousands = /[,٬'’](?=\d{3}(?!\d))/g;

/**
 * Reads riyals with up to two decimals, in digits of any script, as halalas; undefined if the text is no
 * amount.
 */
export function halalasOf(typed: string): number | undefined {
  const amount = latinDigits(typed).replace(besideAmount, '').replace(betweenThousands, '');
  const parts = /^(\d{1,7})(?:[.,٫](\d{1,2}))?$/.exec(amount);
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : undefined;
}

/** Reads whole riyals as halalas; undefined for an amount with a fraction. */
export function wholeHalalasOf(typed: string): number | undefined {
  const amount = halalasOf(typed);
  return amount !== undefined && amount % 100 === 0 ? amount : undefined;
}

/** Returns riyals as a customer types them: 12.5 for 1250 halalas. */
export const riyalsOf = (halalas: number): string => String(halalas / 100);
