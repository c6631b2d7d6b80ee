import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { LinkedBill } from '@/api/gen-bills';
import { bill } from '@/testing/bills';
import { cardToken, giveToken, purchase, serveRecharge } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';

const token = 'a-secret-that-came-by-message-0123456789';
const address = `/en/pay-invoice#${token}`;
const paid = `/en/pay-invoice/${purchase().id}`;

/** Serves the bill of the link; returns the sent requests with their paths. */
function serveLink(over: Partial<LinkedBill> = {}, of: Parameters<typeof purchase>[0] = {}) {
  const sent: { path: string; body: unknown }[] = [];
  const note = async (request: Request) =>
    sent.push({ path: new URL(request.url).pathname.replace('/api', ''), body: await request.json() });
  const shown = purchase({
    kind: 'invoice',
    amount: 0,
    vat: 0,
    msisdn: '057•••0033',
    status: 'completed',
    total: 21_150,
    bill: { invoiceId: bill().id, number: bill().number, left: 0 },
    ...of,
  });
  serveRecharge();
  server.use(
    http.post(api('/postpaid/bill'), async ({ request }) => {
      await note(request);
      return HttpResponse.json({ data: { invoice: bill(), msisdn: '057•••0033', ...over } });
    }),
    http.post(api('/postpaid/bill/payments'), async ({ request }) => {
      await note(request);
      return HttpResponse.json({ data: shown }, { status: 201 });
    }),
    http.post(api('/postpaid/bill/payments/:id'), async ({ request }) => {
      await note(request);
      return HttpResponse.json({ data: shown });
    }),
  );
  return sent;
}

beforeEach(() => {
  sessionStorage.clear();
});

it('shows a bill to the holder of its link, with a masked number', async () => {
  const sent = serveLink({ next: { step: 'bar-outgoing', at: '2026-12-02T06:00:00Z' } });
  renderApp(address);
  expect(await screen.findByText('INV2026-00000001')).toBeVisible();
  expect(screen.getByRole('link', { name: 'العربية' })).toHaveAttribute('href', `/ar/pay-invoice#${token}`);
  expect(screen.getByText('For').nextElementSibling).toHaveTextContent('057•••0033');
  expect(screen.getByText(/you cannot make calls, send messages or use data from 2 December/)).toBeVisible();
  expect(sent).toEqual([{ path: '/postpaid/bill', body: { token } }]);
});

it.each(['.', '%E2%80%8E', ')'])('BillLink_SecretFollowedBy%s_OpensTheBill', async (after) => {
  const sent = serveLink();
  renderApp(address + after);
  expect(await screen.findByText('INV2026-00000001')).toBeVisible();
  expect(sent).toEqual([{ path: '/postpaid/bill', body: { token } }]);
});

it('pays with a card that is not saved, and shows the outcome by the same secret', async () => {
  const sent = serveLink();
  const { user, path } = renderApp(address);
  await user.click(await screen.findByRole('button', { name: /^Pay.*211\.50/ }));
  expect(screen.queryByRole('checkbox')).toBeNull();
  await giveToken();
  await waitFor(() => expect(path()).toBe(paid));
  expect(await screen.findByText('Your payment has arrived')).toBeVisible();
  expect(sent[1]).toEqual({
    path: '/postpaid/bill/payments',
    body: { token, pay: { way: 'card', cardToken } },
  });
  expect(sent[2]).toEqual({ path: `/postpaid/bill/payments/${purchase().id}`, body: { token } });
  expect(screen.getByRole('link', { name: 'See the bill' })).toHaveAttribute('href', address);
});

it('leads to the rest of the bill after a part payment', async () => {
  sessionStorage.setItem(`bill-link:${purchase().id}`, token);
  serveLink({}, { total: 5_000, bill: { invoiceId: bill().id, number: bill().number, left: 16_150 } });
  renderApp(`${paid}?payment=p1`);
  expect(await screen.findByRole('link', { name: 'Pay the rest' })).toHaveAttribute('href', address);
  expect(screen.getByText('Still to pay').nextElementSibling).toHaveTextContent('161.50');
});

it('says that the money went back if another person has paid', async () => {
  sessionStorage.setItem(`bill-link:${purchase().id}`, token);
  serveLink(
    {},
    {
      status: 'failed',
      refundedAt: '2026-11-25T09:00:00Z',
      failure: { code: 'invoice_paid_already', message: 'This bill is paid already.' },
    },
  );
  renderApp(paid);
  expect(await screen.findByText('Your payment was not needed')).toBeVisible();
  expect(screen.getByText('This bill is paid already.')).toBeVisible();
  expect(screen.getByText('Your money went back on 25 November 2026.')).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Try again/ })).toBeNull();
});

it('asks for the link if the secret of a payment is missing', async () => {
  renderApp(paid);
  expect(await screen.findByRole('heading', { name: 'Open the link in the message again' })).toBeVisible();
});

it('says that a link is invalid, and what to do', async () => {
  server.use(
    http.post(api('/postpaid/bill'), () =>
      refuse(403, { message: 'This link is not valid.', messageKey: 'bill_link_invalid' }),
    ),
  );
  renderApp(address);
  expect(await screen.findByRole('heading', { name: 'This link does not open a bill' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in and see my bills' })).toHaveAttribute(
    'href',
    '/en/my-bills',
  );
});

it('sends no request for an address without a secret', async () => {
  renderApp('/en/pay-invoice');
  expect(await screen.findByRole('heading', { name: 'This link does not open a bill' })).toBeVisible();
});

it('takes no payment of a bill that is paid', async () => {
  serveLink({ invoice: bill({ left: 0, status: 'paid' }) });
  renderApp(address);
  expect(await screen.findByText('This bill is paid. Nothing is left to pay.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

it('leads back from a declined payment to the part and the reason', async () => {
  const payment = {
    id: '01920000-0000-7000-8000-0000000000e1',
    status: 'declined',
    declineMessage: 'Not enough money on the card.',
  } as const;
  const sent = serveLink({}, { status: 'failed', way: 'card', payment });
  const { user, router } = renderApp(address);
  await user.click(await screen.findByRole('radio', { name: /part/ }));
  await user.type(screen.getByRole('textbox', { name: /Amount/ }), '50');
  await user.click(screen.getByRole('button', { name: /^Pay/ }));
  await giveToken();
  expect(await screen.findByText(/Not enough money on the card/)).toBeVisible();
  expect(router.state.location).toMatchObject({ pathname: '/en/pay-invoice', hash: `#${token}` });
  expect(screen.getByRole('textbox', { name: /Amount/ })).toHaveValue('50');
  expect(sent.filter(({ path }) => path === '/postpaid/bill/payments')).toHaveLength(1);
});
