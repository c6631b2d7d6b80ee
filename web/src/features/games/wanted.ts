import type * as z from 'zod/mini';
import { zGameWanted } from '@/api/gen-purchases/zod.gen';
import type { Game } from '@/api/gen-vas';
import { fieldRule } from '@/lib/form/field-rule';
import { isNationalMobile } from '@/lib/text/digits';

type Denomination = Game['denominations'][number];

/** The choice of a code before the payment. */
export interface Wanted {
  denomination: Denomination;
  email: string;
  mobile: string;
  acceptsNoRefund: boolean;
}

/** The choice as the form has it. */
export type TypedGame = z.infer<typeof zGameWanted>;

/** A code goes to a Saudi mobile number. A code without a refund needs the customer's consent. */
export const gameSchema = ({ denominations, refundable }: Pick<Game, 'denominations' | 'refundable'>) =>
  zGameWanted.check(
    fieldRule('denominationId', ({ denominationId }) =>
      denominations.some(({ id }) => id === denominationId),
    ),
    fieldRule('mobile', ({ mobile }) => isNationalMobile(mobile)),
    fieldRule('acceptsNoRefund', ({ acceptsNoRefund }) => refundable || acceptsNoRefund === true),
  );
