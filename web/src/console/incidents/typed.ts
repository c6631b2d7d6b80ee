import * as z from 'zod/mini';
import type { ChangeIncident, Incident, IncidentPartner, OpenIncident } from '@/api/gen-support';
import { zIncidentPartner, zIncidentText } from '@/api/gen-support/zod.gen';
import { fieldRule } from '@/lib/form/field-rule';
import { isMoment, isMomentOrEmpty, momentOf, typedOf } from '../riyadh-time';

export const partners: readonly IncidentPartner[] = zIncidentPartner.options;

/** An incident as typed; the fields have the names of the contract. */
export interface Typed {
  partner: IncidentPartner | '';
  city: string;
  from: string;
  until: string;
  textEn: string;
  textAr: string;
}

export const typedFrom = (known?: Incident): Typed => ({
  partner: known?.partner ?? '',
  city: known?.city ?? '',
  from: typedOf(known?.from),
  until: typedOf(known?.until),
  textEn: known?.textEn ?? '',
  textAr: known?.textAr ?? '',
});

const isText = (typed: string): boolean => zIncidentText.safeParse(typed.trim()).success;

const zText = z.string().check(z.refine(isText));

/** A new incident has a subject: a partner or a city. */
export const incidentSchema = (opens: boolean) =>
  z
    .object({
      partner: z.union([zIncidentPartner, z.literal('')]),
      city: z.string(),
      from: z.string().check(z.refine(isMomentOrEmpty)),
      until: z.string().check(z.refine(isMoment)),
      textEn: zText,
      textAr: zText,
    })
    .check(fieldRule('partner', ({ partner, city }) => !opens || partner !== '' || city !== ''));

/** Returns the values that can be changed later. */
export const changeIn = ({ until, textEn, textAr }: Typed): ChangeIncident => ({
  until: momentOf(until) ?? '',
  textEn: textEn.trim(),
  textAr: textAr.trim(),
});

/** Returns the incident as it is opened; without a typed start it begins now. */
export function openedIn(typed: Typed): OpenIncident {
  const { partner, city, from } = typed;
  return {
    ...(partner ? { partner } : { city }),
    ...(from && { from: momentOf(from) }),
    ...changeIn(typed),
  };
}
