import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { CaseCount, CaseDetail, ListCasesAnswer, Outage, SupportCase } from '@/api/gen-support';
import { api, server } from './server';
import { signIn, staff } from './session';

export const serverTime = '2026-11-25T12:00:00Z';

/** An order that has waited for three days because its parcel could not be booked. */
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

const heldPurchase = (over: Partial<SupportCase> = {}): SupportCase => ({
  ...heldOrder(),
  kind: 'purchase',
  id: '01920000-0000-7000-8000-0000000000c2',
  reference: 'PU00000002',
  title: 'Recharge',
  failureCode: 'outcome_unknown',
  reason: 'The outcome of the payment is unknown',
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
    reason: 'The outcome of the payment is unknown',
    held: 1,
    late: 0,
    oldest: '2026-11-25T11:35:00Z',
  },
];

/** Plays the queue. Returns the requests. */
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

/** Signs in a support agent with both factors; all partners answer. */
export function signInStaff() {
  serveOutages([]);
  return signIn([], staff);
}

/** Serves the partners that do not answer. */
export const serveOutages = (items: Outage[]) =>
  server.use(http.get(api('/support/outages'), () => HttpResponse.json({ items, serverTime })));

/** The details of a case that a retry may solve, in the server's form. */
export const heldDetail = (over: Partial<CaseDetail> = {}): CaseDetail => ({
  case: heldOrder(),
  seen: 'held.7',
  steps: [
    { key: 'payment', title: 'Take the money', state: 'done' },
    { key: 'dispatch', title: 'Hand over to the courier', state: 'held', cause: 'The city is not served' },
    { key: 'activate', title: 'Put the line into service', state: 'to-come' },
  ],
  next: [{ key: 'dispatch', title: 'Hand over to the courier' }],
  attempts: { temporal: 'running', items: [] },
  timeline: [],
  payments: [],
  messages: [],
  linked: [],
  actions: [
    { action: 'retry', title: 'Try again', allowed: true },
    { action: 'skip', title: 'Leave the step out', allowed: false, reason: 'A parcel cannot be left out' },
  ],
  notes: [],
  decisions: [],
  serverTime,
  ...over,
});

interface Sent {
  call: string;
  body: unknown;
}

/** Serves a case with the previews of its decisions. Returns the sent requests. */
export function serveCase(detail: CaseDetail = heldDetail()): Sent[] {
  const sent: Sent[] = [];
  const base = `/support/cases/${detail.case.kind}/${detail.case.id}`;
  const note = async (request: Request) => {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    sent.push({ call: `${request.method} ${pathname.split('/').at(-1)}`, body: text && JSON.parse(text) });
  };
  server.use(
    http.get(api(base), () => HttpResponse.json({ data: detail })),
    http.post(api(`${base}/preview`), async ({ request }) => {
      await note(request);
      const sentences = [{ key: 'runs', params: {}, text: 'The parcel is booked again' }];
      const nothing = { runs: [], undone: [], money: [], messages: [] };
      return HttpResponse.json({
        data: { action: 'retry', allowed: true, seen: detail.seen, sentences, ...nothing },
      });
    }),
    http.post(api(`${base}/resolution`), async ({ request }) => {
      await note(request);
      const after = { ...detail.case, state: 'going-on' };
      return HttpResponse.json({ data: { ...detail, case: after, actions: [] } });
    }),
    http.post(api(`${base}/claim`), async ({ request }) => {
      await note(request);
      return HttpResponse.json({
        data: { by: 'me', name: 'Me', since: serverTime, expiresAt: serverTime, mine: true },
      });
    }),
    http.post(api(`${base}/notes`), async ({ request }) => {
      await note(request);
      return HttpResponse.json(
        { data: { id: 1, by: 'me', name: 'Me', note: 'x', at: serverTime } },
        { status: 201 },
      );
    }),
  );
  return sent;
}

/** Types a Riyadh time such as `2026-11-27T09:00` into the field with this name. */
export async function typeMoment(user: UserEvent, name: string, moment: string): Promise<void> {
  const [day = '', time = ''] = moment.split('T');
  const [year = '', month, date = ''] = day.split('-');
  const group = within(screen.getByRole('group', { name }));
  const type = async (label: string, text: string) => {
    await user.clear(group.getByLabelText(label));
    await user.type(group.getByLabelText(label), text);
  };
  await type('Day', date);
  await user.selectOptions(group.getByLabelText('Month'), String(Number(month)));
  await type('Year', year);
  await type('Time (24 hours)', time);
}
