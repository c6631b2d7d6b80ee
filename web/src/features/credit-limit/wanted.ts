import { wholeHalalasOf } from '@/lib/text/riyals';

/** Returns whole riyals within the limits as halalas; undefined for other input. */
export function amountOf(typed: string, lowest: number, highest: number): number | undefined {
  const amount = wholeHalalasOf(typed);
  return amount !== undefined && amount >= lowest && amount <= highest ? amount : undefined;
}
