import type { BulkFilter } from '@/api/gen-support';
import { zCaseKind } from '@/api/gen-support/zod.gen';
import { momentOf } from '../riyadh-time';

/** The fields of the form; the reason also contains its kind. */
export interface Typed {
  kind: string;
  reason: string;
  from: string;
  until: string;
}

/** Returns the filter for held work. Typed moments are in Riyadh time. */
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
