import { zEmail } from '@/api/gen-purchases/zod.gen';
import type { Game } from '@/api/gen-vas';
import { isNationalMobile, nationalMobile } from '@/lib/text/digits';

type Denomination = Game['denominations'][number];

/** A code as it is wanted, before it is paid. */
export interface Wanted {
  denomination: Denomination;
  email: string;
  mobile: string;
  acceptsNoRefund: boolean;
}

/** As the contract has it; what it does not catch, the server says. */
export const isEmail = (typed: string): boolean => zEmail.safeParse(typed.trim()).success;

/** 05nnnnnnnn, however customers write it. */
export const isMobile = (typed: string): boolean => isNationalMobile(nationalMobile(typed));
