import * as z from 'zod/mini';
import { zTypedNumber } from '@/api/gen-purchases/zod.gen';
import { fieldRule } from '@/lib/form/field-rule';

/** The recipient as the form has it: the number is a friend's. */
export interface Whom {
  whom: 'me' | 'friend';
  number: string;
}

export const whomFields = { whom: z.enum(['me', 'friend']), number: z.string() };

/** A friend's number is complete; the server checks the rest. */
export const isWhomWhole = fieldRule<Whom>(
  'number',
  ({ whom, number }) => whom === 'me' || zTypedNumber.safeParse(number).success,
);

/** Returns the initial recipient. */
export const whomOf = (friend: string | undefined): Whom => ({
  whom: friend === undefined ? 'me' : 'friend',
  number: friend ?? '',
});
