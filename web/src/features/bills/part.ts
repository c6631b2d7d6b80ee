import * as z from 'zod/mini';
import { fieldRule } from '@/lib/form/field-rule';
import { halalasOf } from '@/lib/text/riyals';

/** The amount to pay as the form has it: all that is left, or a typed part. */
export interface Part {
  part: 'all' | 'part';
  amount: string;
}

/** Returns the amount to pay; undefined if the typed amount cannot be paid. */
export function amountIn({ part, amount }: Part, left: number): number | undefined {
  const typed = halalasOf(amount);
  if (part === 'all') {
    return left;
  }
  return typed !== undefined && typed > 0 && typed <= left ? typed : undefined;
}

export const partSchema = (left: number) =>
  z
    .object({ part: z.enum(['all', 'part']), amount: z.string() })
    .check(fieldRule('amount', (part) => amountIn(part, left) !== undefined));
