import type { Game } from '@/api/gen-services';
import { digitsOnly } from '@/lib/text/digits';

type Denomination = Game['denominations'][number];

/** A code as it is wanted, before it is paid. */
export interface Wanted {
  denomination: Denomination;
  email: string;
  mobile: string;
  acceptsNoRefund: boolean;
}

/** As the contract has it; what it does not catch, the server says. */
const emailForm = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}$/;

export const isEmail = (typed: string): boolean => emailForm.test(typed.trim());

/** 05nnnnnnnn, as customers write it. */
export const isMobile = (typed: string): boolean => /^(00966|966|0)?5\d{8}$/.test(digitsOnly(typed));
