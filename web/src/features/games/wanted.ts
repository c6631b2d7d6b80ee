import { zEmail } from '@/api/gen-purchases/zod.gen';
import type { Game } from '@/api/gen-vas';
import { isNationalMobile, nationalMobile } from '@/lib/text/digits';
import { readEmail } from '@/lib/text/typed';

type Denomination = Game['denominations'][number];

/** The choice of a code before the payment. */
export interface Wanted {
  denomination: Denomination;
  email: string;
  mobile: string;
  acceptsNoRefund: boolean;
}

/** Tells whether a text is an e-mail address by the contract; the server refuses the rest. */
export const isEmail = (typed: string): boolean => zEmail.safeParse(readEmail(typed)).success;

/** Tells whether a text is a mobile number, in any usual spelling of 05nnnnnnnn. */
export const isMobile = (typed: string): boolean => isNationalMobile(nationalMobile(typed));
