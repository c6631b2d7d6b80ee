import type { ChangeIncident, Incident, IncidentPartner, OpenIncident } from '@/api/gen-support';
import { zIncidentPartner, zIncidentText } from '@/api/gen-support/zod.gen';
import { momentOf, typedOf } from '../riyadh-time';

export const partners: readonly IncidentPartner[] = zIncidentPartner.options;

/** An incident as it is typed; its fields are called as the contract calls them. */
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

export const isText = (typed: string): boolean => zIncidentText.safeParse(typed.trim()).success;

/** What may be changed of it later. */
export const changeIn = ({ until, textEn, textAr }: Typed): ChangeIncident => ({
  until: momentOf(until) ?? '',
  textEn: textEn.trim(),
  textAr: textAr.trim(),
});

/** The whole of it, as it is opened; where no beginning is typed it is now. */
export function openedIn(typed: Typed): OpenIncident {
  const { partner, city, from } = typed;
  return {
    ...(partner ? { partner } : { city }),
    ...(from && { from: momentOf(from) }),
    ...changeIn(typed),
  };
}
