import type { RechargeOptions } from '@/api/gen-purchases';

export const wholeRiyals = (halalas: number): string => String(Math.floor(halalas / 100));

/** Tells whether the balance can be recharged by this amount. */
export const isWithin = (
  amount: number | undefined,
  { minimum, maximum }: Pick<RechargeOptions, 'minimum' | 'maximum'>,
): amount is number => amount !== undefined && amount >= minimum && amount <= maximum;
