import * as z from 'zod/mini';
import { fieldRule } from '@/lib/form/field-rule';
import { isNationalMobile } from '@/lib/text/digits';

/** The choice of the payer. Without a chosen way the default pays. */
export interface Means {
  /** The id of a saved card, or another way. */
  way: string;
  keepCard: boolean;
  stcPayMobile: string;
}

/** Only a wallet needs a mobile number. `first` is the default way. */
export const meansSchema = (first: string) =>
  z
    .object({ way: z.string(), keepCard: z.boolean(), stcPayMobile: z.string() })
    .check(
      fieldRule(
        'stcPayMobile',
        ({ way, stcPayMobile }) => (way || first) !== 'stc-pay' || isNationalMobile(stcPayMobile),
      ),
    );
