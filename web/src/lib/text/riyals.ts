import { latinDigits } from './typed';

/** A sign or a name of the riyal, marks and blanks: people copy an amount together with them. */
const besideAmount = /[\p{Cf}\p{White_Space}\p{Sc}]|SAR|SR|ريال|ر\.?س\.?/giu;
const betweenThousands = /[,٬'’](?=\d{3}(?!\d))/g;

/** Riyals with up to two decimals, from digits of any script, as halalas; undefined for a text that is no amount. */
export function halalasOf(typed: string): number | undefined {
  const amount = latinDigits(typed).replace(besideAmount, '').replace(betweenThousands, '');
  const parts = /^(\d{1,7})(?:[.,٫](\d{1,2}))?$/.exec(amount);
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : undefined;
}

/** Whole riyals as halalas; undefined for an amount with a fraction. */
export function wholeHalalasOf(typed: string): number | undefined {
  const amount = halalasOf(typed);
  return amount !== undefined && amount % 100 === 0 ? amount : undefined;
}

/** 12.5 from 1250, as it is typed. */
export const riyalsOf = (halalas: number): string => String(halalas / 100);
