import * as z from 'zod/mini';
import type { EligibilityClaim, Nationality } from '@/api/gen';
import { zCheckEligibilityBody } from '@/api/gen/zod.gen';
import { isoDate, mayBeBirthday } from '@/lib/form/birth-date';
import { fieldRule } from '@/lib/form/field-rule';
import { isPersonalId } from '@/lib/form/id-number';

export const isCitizenId = (idNumber: string) => idNumber.startsWith('1');

/** The shapes of the contract, with early checks of values that the server would refuse. */
const claimSchema = zCheckEligibilityBody.check(
  fieldRule('idNumber', ({ idNumber }) => isPersonalId(idNumber)),
  fieldRule('nationality', ({ idNumber, nationality }) => isCitizenId(idNumber) === (nationality === 'SA')),
  fieldRule('birthDate', ({ birthDate, birthDateCalendar }) => mayBeBirthday(birthDate, birthDateCalendar)),
);

/** A claim in the form: the nationality may still be missing. */
export type TypedClaim = Omit<EligibilityClaim, 'nationality'> & { nationality: Nationality | '' };

/** Customers type 3 for March; the contract demands 03. */
export const eligibilitySchema = z.pipe(
  z.transform((claim: TypedClaim) => ({ ...claim, birthDate: isoDate(claim.birthDate) })),
  claimSchema,
);
