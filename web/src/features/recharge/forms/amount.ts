import type { RechargeOptions } from '@/api/gen-purchases';
import { latinDigits } from '@/lib/text/digits';

/** Whole riyals as halalas; undefined for what is none. */
export function halalasOf(typed: string): number | undefined {
  const riyals = latinDigits(typed).trim();
  return /^\d{1,7}$/.test(riyals) ? Number(riyals) * 100 : undefined;
}

export const wholeRiyals = (halalas: number): string => String(Math.floor(halalas / 100));

/** Whether the balance can be recharged by this much. */
export const isWithin = (
  amount: number | undefined,
  { minimum, maximum }: Pick<RechargeOptions, 'minimum' | 'maximum'>,
): amount is number => amount !== undefined && amount >= minimum && amount <= maximum;
