import { wholeHalalasOf } from '@/lib/text/riyals';

/** Whole riyals within bounds, as halalas; undefined for what is none. */
export function amountOf(typed: string, lowest: number, highest: number): number | undefined {
  const amount = wholeHalalasOf(typed);
  return amount !== undefined && amount >= lowest && amount <= highest ? amount : undefined;
}
