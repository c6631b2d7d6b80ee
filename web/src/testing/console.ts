import type { CaseCount, ListCasesAnswer, SupportCase } from '@/api/gen-support';
import { HttpResponse, http } from 'msw';
import { api, server } from './server';
import { signIn, staff } from './session';

export const serverTime = '2026-11-25T12:00:00Z';

/** An order whose parcel nobody could book, waiting for three days. */
export const heldOrder = (over: Partial<SupportCase> = {}): SupportCase => ({
  kind: 'order',
  id: '01920000-0000-7000-8000-0000000000c1',
  reference: 'SC00000001',
  title: 'SIM order',
  state: 'held',
  failureCode: 'courier_refused',
  reason: 'The courier does not take the address',
  since: '2026-11-22T08:00:00Z',
  late: true,
  msisdn: '057 ••• 0001',
  impact: { key: 'paid-nothing-delivered', text: 'Paid, and has nothing yet' },
  ...over,
});

export const heldPurchase = (over: Partial<SupportCase> = {}): SupportCase => ({
  ...heldOrder(),
  kind: 'purchase',
  id: '01920000-0000-7000-8000-0000000000c2',
  reference: 'PU00000002',
  title: 'Recharge',
  failureCode: 'outcome_unknown',
  reason: 'Nobody knows whether it was paid',
  since: '2026-11-25T11:35:00Z',
  late: false,
  impact: { key: 'outcome-unknown', text: 'Does not know whether it worked' },
  ...over,
});

export const counts: CaseCount[] = [
  {
    kind: 'order',
    failureCode: 'courier_refused',
    reason: 'The courier does not take the address',
    held: 12,
    late: 3,
    oldest: '2026-11-22T08:00:00Z',
  },
  {
    kind: 'purchase',
    failureCode: 'outcome_unknown',
    reason: 'Nobody knows whether it was paid',
    held: 1,
    late: 0,
    oldest: '2026-11-25T11:35:00Z',
  },
];

/** Plays the queue. Gives back what was asked for. */
export function serveQueue(answer: Partial<ListCasesAnswer> = {}): string[] {
  const asked: string[] = [];
  server.use(
    http.get(api('/support/cases'), ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ items: [heldOrder(), heldPurchase()], counts, serverTime, ...answer });
    }),
  );
  return asked;
}

/** Somebody of support is signed in, second factor and all. */
export const signInStaff = () => signIn([], staff);
