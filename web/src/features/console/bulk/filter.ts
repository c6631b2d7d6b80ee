import type { BulkFilter } from '@/api/gen-support';
import { zCaseKind } from '@/api/gen-support/zod.gen';

/** As the form has it; the reason names its kind, too. */
export interface Typed {
  kind: string;
  reason: string;
  from: string;
  until: string;
}

const moment = (local: string): string | undefined => {
  const at = new Date(`${local}+03:00`);
  return local === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

/** Which held work is meant. Moments are typed as they are in Riyadh. */
export function wanted({ kind, reason, from, until }: Typed): BulkFilter {
  const [kindOfReason, failureCode] = reason.split(' ');
  const asked = zCaseKind.safeParse(kindOfReason || kind);
  const [since, before] = [moment(from), moment(until)];
  return {
    ...(asked.success && { kind: asked.data }),
    ...(failureCode && { failureCode }),
    ...(since && { from: since }),
    ...(before && { until: before }),
  };
}
