import type { BulkFilter } from '@/api/gen-support';
import { zCaseKind } from '@/api/gen-support/zod.gen';
import { momentOf } from '../riyadh-time';

/** As the form has it; the reason names its kind, too. */
export interface Typed {
  kind: string;
  reason: string;
  from: string;
  until: string;
}

/** Which held work is meant. Moments are typed as they are in Riyadh. */
export function wanted({ kind, reason, from, until }: Typed): BulkFilter {
  const [kindOfReason, failureCode] = reason.split(' ');
  const asked = zCaseKind.safeParse(kindOfReason || kind);
  const [since, before] = [momentOf(from), momentOf(until)];
  return {
    ...(asked.success && { kind: asked.data }),
    ...(failureCode && { failureCode }),
    ...(since && { from: since }),
    ...(before && { until: before }),
  };
}
