import * as z from 'zod/mini';
import type { Order, RequestReplacementData } from '@/api/gen';
import { zRequestReplacementBody } from '@/api/gen/zod.gen';
import { fieldRule } from '@/lib/form/field-rule';
import { isPersonalId } from '@/lib/form/id-number';
import { deviceChecks, deviceFields, type TypedDevice } from '../esim/device';
import { isEsim } from '../model/kind';

/** The request before its code; the line is one of the account's, or a number. */
export type Request = Omit<RequestReplacementData['body'], 'otp' | 'device'>;

export type TypedRequest = Request & TypedDevice;

const card = z
  .extend(z.omit(zRequestReplacementBody, { otp: true, device: true }), deviceFields)
  .check(fieldRule('idNumber', ({ idNumber }) => isPersonalId(idNumber)))
  .check(fieldRule('msisdn', ({ msisdn, subscriptionId }) => Boolean(msisdn || subscriptionId)));

/** The phone matters for an eSIM only. */
export const requestSchemas = { card, esim: card.check(...deviceChecks) };

type Reason = Request['reason'];

/** Returns the possible reasons; for an eSIM these include the change from a card. */
export const reasonsOf = (order: Order): Reason[] =>
  isEsim(order) ? ['to-esim', 'lost', 'damaged'] : ['lost', 'damaged'];
