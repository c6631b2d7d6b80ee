import { useState } from 'react';
import * as z from 'zod/mini';
import type { Order, PortRequest } from '@/api/gen';
import { useWizard } from '../shell/wizard-context';
import { earliest } from './window-field';

const step = 'mnp-number-selection';

const zDraft = z.object({
  operator: z.string(),
  msisdn: z.string(),
  window: z.string(),
  acceptTerms: z.boolean(),
});

/** An earlier request includes the acceptance of the terms. */
const known = (port: Order['port']): PortRequest => ({
  operator: port?.operator ?? '',
  msisdn: port?.msisdn ?? '',
  window: port?.window ?? earliest,
  acceptTerms: port !== undefined,
});

/** Stores the typed values of the port step, so that they survive a visit to another step. */
export function usePortDraft(): [PortRequest, (change: Partial<PortRequest>) => void] {
  const { drafts, order } = useWizard();
  const [draft, setDraft] = useState(() => zDraft.safeParse(drafts.get(step)).data ?? known(order.port));
  const change = (part: Partial<PortRequest>) => {
    const next = { ...draft, ...part };
    drafts.set(step, next);
    setDraft(next);
  };
  return [draft, change];
}
