import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { CasePayment, InvoiceDetail, Purchase } from '@/api/gen-support';
import { heldDetail, heldOrder, serveCase, serverTime, signInStaff } from '@/testing/console';
import { renderApp } from '@/testing/render';
import { api, server } from '@/testing/server';

const id = '01920000-0000-7000-8000-0000000000b1';
const number = 'INV2026-00000006';
const bill: InvoiceDetail = {
  invoice: {
    id,
    number,
    from: '2026-10-14T21:00:00Z',
    until: '2026-11-14T21:00:00Z',
    final: false,
    issuedAt: serverTime,
    dueAt: '2026-12-14T21:00:00Z',
    net: 18_391,
    vat: 2759,
    total: 21_150,
    left: 20_000,
    status: 'part-paid',
    reference: '2026000000063',
  },
  services: [{ id: 'plan', name: 'Plan', net: 18_391, vat: 2759, total: 21_150 }],
  payments: [{ amount: 1150, way: 'sadad', paidAt: serverTime }],
  creditNotes: [],
};

const billCase = (awaitsApproval = false) =>
  heldDetail({
    case: {
      ...heldOrder({ kind: 'bill', id, reference: number, title: 'Bill', state: 'going-on', late: false }),
      impact: { key: 'none', text: '' },
    },
    steps: [],
    actions: [],
    awaitsApproval,
  });

function serveBill(over: Partial<InvoiceDetail['invoice']> = {}) {
  server.use(
    http.get(api(`/support/bills/${number}`), () =>
      HttpResponse.json({ data: { ...bill, invoice: { ...bill.invoice, ...over } } }),
    ),
  );
}

beforeEach(() => signInStaff());

it('writes a credit note in three clicks, and says that a second person must approve it', async () => {
  let of = billCase();
  serveCase(of);
  serveBill();
  const sent: unknown[] = [];
  server.use(
    http.post(api('/support/search'), () =>
      HttpResponse.json({
        items: [
          {
            type: 'bill',
            id,
            auditId: id,
            title: 'Bill',
            reference: number,
            by: 'bill-number',
            at: serverTime,
          },
        ],
      }),
    ),
    http.get(api(`/support/cases/bill/${id}`), () => HttpResponse.json({ data: of })),
    http.post(api(`/support/bills/${number}/credit-notes`), async ({ request }) => {
      sent.push(await request.json());
      of = billCase(true);
      return HttpResponse.json(
        {
          id,
          way: 'credit-note',
          subjectId: id,
          reference: number,
          amount: 15_050,
          note: 'Billed twice',
          requestedBy: id,
          requestedByName: 'support@selfcare.example',
          requestedAt: serverTime,
          expiresAt: serverTime,
          state: 'pending',
          own: true,
        },
        { status: 202 },
      );
    }),
  );
  const { user } = renderApp('/en/console/find'); // the first click, in the menu
  await screen.findByRole('searchbox');
  await user.keyboard(`${number}{Enter}`);
  await user.click(await screen.findByRole('button', { name: 'Issue a credit note' }));
  const dialog = within(screen.getByRole('dialog'));
  const amount = dialog.getByLabelText('Amount in riyals, with VAT');
  expect(amount).toHaveValue('200');
  await user.clear(amount);
  await user.type(amount, '200.01');
  await user.type(dialog.getByLabelText('Reason, printed on the credit note'), 'Billed twice');
  await user.click(dialog.getByRole('button', { name: 'Issue the credit note' }));
  expect(dialog.getByText('Enter an amount from 0.01 to 200.')).toBeVisible();
  expect(sent).toEqual([]);
  await user.clear(amount);
  await user.type(amount, '150.5');
  await user.click(dialog.getByRole('button', { name: 'Issue the credit note' }));
  expect(await screen.findByText(/It is waiting for a second approver/)).toBeVisible();
  expect(sent).toEqual([{ amount: 15_050, reason: 'Billed twice' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows a settled bill, and why it takes no credit note', async () => {
  serveCase(billCase());
  serveBill({ left: 0, status: 'paid' });
  renderApp(`/en/console/cases/bill/${id}`);
  const facts = within(await screen.findByRole('region', { name: 'Bill' }));
  expect(facts.getByText('Paid')).toBeVisible();
  expect(facts.getByRole('button', { name: 'Download PDF' })).toBeVisible();
  expect(facts.getByText(/Nothing is left to pay/)).toBeVisible();
  expect(facts.queryByRole('button', { name: 'Issue a credit note' })).toBeNull();
  expect(screen.getByRole('region', { name: 'Services on the bill' })).toHaveTextContent('Plan');
  expect(screen.getByRole('region', { name: 'Payments of the bill' })).toHaveTextContent('By SADAD');
  expect(screen.getByRole('region', { name: 'Credit notes' })).toHaveTextContent('No credit notes.');
});

it('shows the goods, the payment and the delivery of a purchase', async () => {
  const purchase: Purchase = {
    id,
    number: 'PU00000002',
    kind: 'recharge',
    status: 'completed',
    amount: 5000,
    total: 5750,
    vat: 750,
    bonus: 500,
    forFriend: false,
    msisdn: '057 ••• 0001',
    way: 'card',
    createdAt: serverTime,
    completedAt: serverTime,
    serverTime,
  };
  serveCase(heldDetail({ case: heldOrder({ state: 'over' }), actions: [], purchase }));
  renderApp(`/en/console/cases/order/${heldOrder().id}`);
  const part = await screen.findByRole('region', { name: 'Purchase' });
  expect(part).toHaveTextContent(/57.50.*by card/);
  expect(part).toHaveTextContent(/Balance added.*50.*Bonus.*5/);
});

const payment: CasePayment = {
  id: 'pay-1',
  status: 'pending',
  amount: 10_500,
  at: serverTime,
  stateable: true,
};

it('states the outcome of a payment without an answer of the provider', async () => {
  serveCase(heldDetail({ payments: [payment] }));
  const sent: unknown[] = [];
  server.use(
    http.post(api('/support/payments/pay-1/statement'), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({
        paymentId: 'pay-1',
        outcome: 'paid',
        note: 'Line 7',
        state: 'pending',
        statedBy: id,
        statedAt: serverTime,
        expiresAt: serverTime,
        own: true,
      });
    }),
  );
  const { user } = renderApp(`/en/console/cases/order/${heldOrder().id}`);
  await user.click(await screen.findByRole('button', { name: 'Record the outcome' }));
  const dialog = within(screen.getByRole('dialog'));
  const send = dialog.getByRole('button', { name: 'Record and send for confirmation' });
  await user.type(dialog.getByLabelText(/^Source: day and line/), 'Line 7');
  await user.click(send);
  expect(dialog.getByText('Choose an outcome.')).toBeVisible();
  await user.click(dialog.getByRole('radio', { name: /^Paid/ }));
  await user.click(send);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ outcome: 'paid', note: 'Line 7' }]);
});

it('does not let a person confirm their own statement', async () => {
  const statement = {
    paymentId: 'pay-1',
    outcome: 'paid' as const,
    note: 'Line 7',
    state: 'pending' as const,
    statedBy: id,
    statedByName: 'support@selfcare.example',
    statedAt: serverTime,
    expiresAt: serverTime,
    own: true,
  };
  serveCase(heldDetail({ payments: [{ ...payment, statement }] }));
  renderApp(`/en/console/cases/order/${heldOrder().id}`);
  expect(await screen.findByText(/Waiting for a second approver until/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /the outcome$/ })).toBeNull();
});
