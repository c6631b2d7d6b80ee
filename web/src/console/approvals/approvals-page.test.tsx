import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { RefundRequest, WaitingStatement } from '@/api/gen-support';
import { signInStaff } from '@/testing/console';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';

const request: RefundRequest = {
  id: '01920000-0000-7000-8000-0000000000e1',
  way: 'refund',
  subjectId: '01920000-0000-7000-8000-0000000000c1',
  reference: 'SC00000001',
  amount: 10_500,
  note: 'Never arrived',
  requestedBy: '01920000-0000-7000-8000-0000000000f1',
  requestedByName: 'amal@selfcare.example',
  requestedAt: '2026-11-25T08:00:00Z',
  expiresAt: '2026-11-27T08:00:00Z',
  state: 'pending',
  own: false,
};

function serveRefunds(over: Partial<RefundRequest> = {}, more = false): string[] {
  const asked: string[] = [];
  server.use(
    http.get(api('/support/refunds'), ({ request: { url } }) => {
      asked.push(new URL(url).search);
      return HttpResponse.json({ items: [{ ...request, ...over }], more });
    }),
  );
  return asked;
}

const approval = api(`/support/refunds/${request.id}/approval`);

const waiting: WaitingStatement = {
  kind: 'order',
  subjectId: request.subjectId,
  reference: 'SC00000001',
  amount: 10_500,
  statement: {
    paymentId: 'pay-1',
    outcome: 'never-paid',
    note: 'Statement of 3 May, line 7',
    state: 'pending',
    statedBy: request.requestedBy,
    statedByName: 'amal@selfcare.example',
    statedAt: '2026-11-25T08:00:00Z',
    expiresAt: '2026-11-26T08:00:00Z',
    own: false,
  },
};

function serveStatements(items: WaitingStatement[] = []) {
  server.use(http.get(api('/support/payment-statements'), () => HttpResponse.json({ items })));
}

beforeEach(async () => {
  await signInStaff();
  serveStatements();
});

it('confirms the outcome of a payment that a colleague stated', async () => {
  serveRefunds();
  serveStatements([waiting]);
  const sent: unknown[] = [];
  server.use(
    http.post(api('/support/payments/pay-1/statement'), async ({ request: given }) => {
      sent.push(await given.json());
      serveStatements();
      return HttpResponse.json({ ...waiting.statement, state: 'counts' });
    }),
  );
  const { user } = renderApp('/en/console/approvals');
  const part = within(await screen.findByRole('region', { name: 'Payments with an unknown outcome' }));
  expect(part.getByText('Statement of 3 May, line 7')).toBeVisible();
  expect(part.getByRole('link', { name: /^Payment of order/ })).toHaveAttribute(
    'href',
    '/en/console/cases/payment/pay-1',
  );
  await user.click(part.getByRole('button', { name: /^Confirm the outcome/ }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('Never paid')).toBeVisible();
  expect(dialog.queryByRole('radio')).toBeNull();
  await user.type(dialog.getByLabelText(/^Source: day and line/), 'Same line in my copy');
  await user.click(dialog.getByRole('button', { name: 'Confirm the outcome' }));
  await waitFor(() => expect(screen.queryByText('Payments with an unknown outcome')).toBeNull());
  expect(sent).toEqual([{ outcome: 'never-paid', note: 'Same line in my copy' }]);
});

it('leaves the decision about an own statement to a second person', async () => {
  serveRefunds();
  serveStatements([{ ...waiting, statement: { ...waiting.statement, own: true } }]);
  renderApp('/en/console/approvals');
  expect(await screen.findByText('You recorded this. It is waiting for a second approver.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Confirm the outcome/ })).toBeNull();
});

it('approves a request of another person with a reason', async () => {
  const asked = serveRefunds();
  const sent: unknown[] = [];
  server.use(
    http.post(approval, async ({ request: given }) => {
      sent.push(await given.json());
      return HttpResponse.json({ ...request, state: 'approved' });
    }),
  );
  const { user } = renderApp('/en/console/approvals');
  expect(await screen.findByText('Never arrived')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Approve: Refund of order/ }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('105')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(dialog.getByText('Enter 3 to 500 characters.')).toBeVisible();
  await user.type(dialog.getByLabelText('Reason for your decision'), 'Agreed with the courier');
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ note: 'Agreed with the courier' }]);
  await waitFor(() => expect(asked).toHaveLength(2));
});

it('says that requesters cannot approve their own requests', async () => {
  serveRefunds();
  server.use(
    http.post(approval, () =>
      refuse(409, { message: 'A second person has to approve it', messageKey: 'refund_same_person' }),
    ),
  );
  const { user } = renderApp('/en/console/approvals');
  await user.click(await screen.findByRole('button', { name: /^Approve: Refund of order/ }));
  await user.type(screen.getByLabelText('Reason for your decision'), 'It is mine');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('A second person has to approve it')).toBeVisible();
  expect(screen.getByRole('dialog')).toBeVisible();
});

it.each([
  ['credit-note', 'Credit note for bill', `/en/console/cases/bill/${request.subjectId}`],
  ['bank-return', 'Return of bank payment', `/en/console/cases/bank-payment/${request.subjectId}`],
  ['settlement', 'Settlement difference', `/en/console/cases/settlement/${request.subjectId}`],
] as const)('says which money waits: %s', async (way, words, page) => {
  serveRefunds({ way });
  renderApp('/en/console/approvals');
  const what = await screen.findByText(new RegExp(`^${words} .*SC00000001`));
  expect(what.getAttribute('href') ?? undefined).toBe(page);
  expect(screen.getByRole('button', { name: new RegExp(`^Approve: ${words}`) })).toBeVisible();
});

it('offers no decision about an own request', async () => {
  serveRefunds({ own: true });
  renderApp('/en/console/approvals');
  expect(await screen.findByText(/^You requested this/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /: Refund of order/ })).toBeNull();
});

it('shows the requester and the decider', async () => {
  serveRefunds({
    state: 'approved',
    decidedBy: '01920000-0000-7000-8000-0000000000f2',
    decidedByName: 'basma@selfcare.example',
    decidedAt: '2026-11-25T09:00:00Z',
  });
  renderApp('/en/console/approvals?state=approved');
  expect(await screen.findByText('amal@selfcare.example')).toBeVisible();
  expect(screen.getByText('basma@selfcare.example')).toBeVisible();
  expect(screen.queryByText(/^You requested this/)).toBeNull();
});

it('goes through the pages', async () => {
  const asked = serveRefunds({ state: 'declined' }, true);
  const { user } = renderApp('/en/console/approvals?state=declined');
  await user.click(await screen.findByRole('link', { name: 'Next page' }));
  await waitFor(() => expect(asked).toEqual(['?state=declined', '?state=declined&page=2']));
  await user.click(await screen.findByRole('link', { name: 'Previous page' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Previous page' })).toBeNull());
});

it('declines', async () => {
  serveRefunds();
  const sent: unknown[] = [];
  server.use(
    http.post(api(`/support/refunds/${request.id}/refusal`), async ({ request: given }) => {
      sent.push(await given.json());
      return HttpResponse.json({ ...request, state: 'declined' });
    }),
  );
  const { user } = renderApp('/en/console/approvals');
  await user.click(await screen.findByRole('button', { name: /^Decline: Refund of order/ }));
  await user.type(screen.getByLabelText('Reason for your decision'), 'It has arrived');
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(sent).toEqual([{ note: 'It has arrived' }]));
});

it('shows requests of another state, or that there are none', async () => {
  const asked = serveRefunds();
  const { user } = renderApp('/en/console/approvals');
  await screen.findByText('Never arrived');
  server.use(
    http.get(api('/support/refunds'), ({ request: { url } }) => {
      asked.push(new URL(url).search);
      return HttpResponse.json({ items: [], more: false });
    }),
  );
  await user.selectOptions(screen.getByLabelText('State'), 'Declined');
  expect(await screen.findByText('There are no requests in this state.')).toBeVisible();
  expect(asked).toEqual(['?state=pending', '?state=declined']);
});
