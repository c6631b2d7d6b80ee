import * as z from 'zod/mini';
import type { Order, RequestReplacementData } from '@/api/gen';
import { zRequestReplacementBody } from '@/api/gen/zod.gen';
import { isPersonalId } from '@/lib/form/id-number';
import { isEsim } from '../model/kind';

/** The request before its code; the line is one of the account's, or a number. */
export type Request = Omit<RequestReplacementData['body'], 'otp' | 'device'>;

export const requestSchema = z
  .omit(zRequestReplacementBody, { otp: true, device: true })
  .check(z.refine(({ idNumber }) => isPersonalId(idNumber), { path: ['idNumber'] }))
  .check(z.refine(({ msisdn, subscriptionId }) => Boolean(msisdn || subscriptionId), { path: ['msisdn'] }));

type Reason = Request['reason'];

/** Returns the possible reasons; for an eSIM these include the change from a card. */
export const reasonsOf = (order: Order): Reason[] =>
  isEsim(order) ? ['to-esim', 'lost', 'damaged'] : ['lost', 'damaged'];
