import * as z from 'zod/mini';
import type { Device } from '@/api/gen';
import { zDevice } from '@/api/gen/zod.gen';
import { fieldRule } from '@/lib/form/field-rule';
import { hasMod97Digits } from '@/lib/text/check-digits';

export const eidDigits = 32;

/** The phone as the form has it: a model of the list, or the EID of any phone. */
export interface TypedDevice {
  way: 'byModel' | 'byEid';
  model?: string | undefined;
  eid: string;
}

export const deviceFields = {
  way: z.enum(['byModel', 'byEid']),
  model: zDevice.shape.model,
  eid: z.string(),
};

const isEid = (eid: string) => eid.length === eidDigits && hasMod97Digits(eid);

/** The field of the chosen way is filled in. */
export const deviceChecks = [
  fieldRule<TypedDevice>('model', ({ way, model }) => way !== 'byModel' || model !== undefined),
  fieldRule<TypedDevice>('eid', ({ way, eid }) => way !== 'byEid' || isEid(eid)),
] as const;

export const deviceSchema = z.object(deviceFields).check(...deviceChecks);

/** Returns the known phone as the form has it. */
export const typedDevice = (known: Device | undefined): TypedDevice => ({
  way: known?.eid ? 'byEid' : 'byModel',
  model: known?.model,
  eid: known?.eid ?? '',
});

/** Returns the phone for the request. */
export const deviceOf = ({ way, model, eid }: TypedDevice): Device => (way === 'byEid' ? { eid } : { model });

/**
 * Returns the field of a refusal. Its path differs by the place of the device in the request; the end of the
 * path does not.
 */
export const deviceFieldOf = (path: string): string => /(?:^|\.)(eid|model)$/.exec(path)?.[1] ?? path;
