import { latinDigits } from '@/lib/text/digits';

/** Whole riyals within bounds, as halalas; undefined for what is none. */
export function amountOf(typed: string, lowest: number, highest: number): number | undefined {
  const riyals = latinDigits(typed).trim();
  const amount = /^\d{1,7}$/.test(riyals) ? Number(riyals) * 100 : undefined;
  return amount !== undefined && amount >= lowest && amount <= highest ? amount : undefined;
}
