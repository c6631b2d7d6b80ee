import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import type { InvoiceDetail } from '@/api/gen-bills';
import { bill, serveBill } from '@/testing/bills';
import { card, purchase, serveRecharge, takePurchase } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { mainLine, signIn } from '@/testing/session';

const { id } = bill();

async function open(over: Partial<InvoiceDetail> = {}, at = `/en/my-bills/${id}`) {
  await signIn([mainLine]);
  serveRecharge({ cards: [card()] });
  serveBill(over);
  return renderApp(at);
}

afterEach(() => {
  vi.restoreAllMocks();
});

it('shows the open amount, the due day and the number for a bank', async () => {
  await open();
  expect(await screen.findByText('INV2026-00000001')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Your bill' })).toBeVisible();
  expect(screen.getByText('Due date').nextElementSibling).toHaveTextContent('29 November 2026');
  const reference = screen.getByText('2026000000018').parentElement as HTMLElement;
  expect(within(reference).getByRole('button', { name: 'Copy' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Pay this bill' })).toHaveAttribute(
    'href',
    `/en/my-bills/${id}/pay`,
  );
});

it('names the next reminder until its day', async () => {
  await open({ next: { step: 'notice', at: '2096-12-20T06:00:00Z' } });
  expect(await screen.findByText('We remind you of the bill on 20 December 2096.')).toBeVisible();
});

it('does not name a reminder that was sent already', async () => {
  await open({ next: { step: 'notice', at: '2020-12-20T06:00:00Z' } });
  expect(await screen.findByText('Due date')).toBeVisible();
  expect(screen.queryByText(/We remind you/)).toBeNull();
});

it('asks for the lines of a service once it is opened, and shows each with its VAT', async () => {
  const { user } = await open();
  const asked: string[] = [];
  server.use(
    http.get(api('/postpaid/invoices/:id/services/:service'), ({ params }) => {
      asked.push(String(params.service));
      const times = { from: '2026-11-12T09:00:00Z', until: '2026-11-12T10:00:00Z' };
      const line = {
        name: 'International calls',
        quantity: 3,
        unit: 'minute',
        ...times,
        net: 1_000,
        vat: 150,
      };
      const lines = [{ ...line, total: 1_150, vatPercent: 15 }];
      return HttpResponse.json({
        data: { id: 'usage', name: 'Beyond the plan', lines, net: 1_000, vat: 150, total: 1_150 },
      });
    }),
  );
  await user.click(await screen.findByText('Beyond the plan'));
  const line = (await screen.findByText(/International calls · 3 minutes/)).closest('li') as HTMLElement;
  expect(line).toHaveTextContent(/12 Nov 2026.*without VAT.*10.*VAT 15%.*1\.50.*11\.50/);
  expect(asked).toEqual(['usage']);
});

it('shows payments and credit notes, and offers no payment of a paid bill', async () => {
  await open({
    invoice: bill({ left: 0, status: 'paid' }),
    payments: [
      { amount: 20_000, way: 'purchase', paidAt: '2026-11-20T09:00:00Z' },
      { amount: 150, way: 'sadad', paidAt: '2026-11-21T09:00:00Z' },
    ],
    creditNotes: [
      { number: 'CRN2026-00000001', net: 870, vat: 130, total: 1_000, issuedAt: '2026-11-22T09:00:00Z' },
    ],
  });
  expect((await screen.findByText('20 November 2026')).nextElementSibling).toHaveTextContent(
    /200.*On our site/,
  );
  expect(screen.getByText('21 November 2026').nextElementSibling).toHaveTextContent(/1\.50.*At a bank/);
  expect(screen.getByText('22 November 2026').nextElementSibling).toHaveTextContent(/10.*CRN2026-00000001/);
  expect(screen.queryByRole('link', { name: 'Pay this bill' })).toBeNull();
  expect(screen.queryByText('SADAD bill number')).toBeNull();
});

it('downloads the bill in the language of the page', async () => {
  const { user } = await open({}, `/ar/my-bills/${id}`);
  const languages: (string | null)[] = [];
  server.use(
    http.get(api('/postpaid/invoices/:id/file'), ({ request }) => {
      languages.push(request.headers.get('accept-language'));
      return new HttpResponse('%PDF-1.7', { headers: { 'Content-Type': 'application/pdf' } });
    }),
  );
  const saved: string[] = [];
  URL.createObjectURL = vi.fn(() => 'blob:bill');
  URL.revokeObjectURL = vi.fn();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await user.click(await screen.findByRole('button', { name: 'تنزيل PDF' }));
  await waitFor(() => expect(saved).toEqual(['INV2026-00000001.pdf']));
  expect(languages).toEqual(['ar']);
});

it('says that there is no such bill, and leads to all bills', async () => {
  await signIn([mainLine]);
  server.use(
    http.get(api('/postpaid/invoices/:id'), () => refuse(404, { message: "We can't find this bill." })),
  );
  renderApp(`/en/my-bills/${id}`);
  expect(await screen.findByRole('alert')).toHaveTextContent("We can't find this bill.");
  expect(screen.getByRole('link', { name: 'All bills' })).toHaveAttribute('href', '/en/my-bills');
});

const paying = `/en/my-bills/${id}/pay`;
const takes = (over = {}) =>
  takePurchase({ kind: 'invoice', amount: 0, vat: 0, ...over }, '/postpaid/invoices/:id/payments');

it('pays the rest with a saved card, without an amount', async () => {
  const { user, path } = await open({}, paying);
  const calls = takes({
    status: 'completed',
    total: 21_150,
    bill: { invoiceId: id, number: 'INV2026-00000001', left: 0 },
  });
  await user.click(await screen.findByRole('button', { name: /^Pay.*211\.50/ }));
  await waitFor(() => expect(path()).toBe(`/en/purchase/${purchase().id}`));
  expect(calls[0]?.body).toEqual({ pay: { way: 'saved-card', cardId: card().id } });
  expect(calls[0]?.key).toHaveLength(32);
  expect(await screen.findByRole('link', { name: 'See the bill' })).toHaveAttribute(
    'href',
    `/en/my-bills/${id}`,
  );
});

it('pays a part, also typed with Arabic digits', async () => {
  const { user } = await open({}, paying);
  const calls = takes({
    status: 'completed',
    total: 5_050,
    bill: { invoiceId: id, number: 'INV2026-00000001', left: 16_100 },
  });
  await user.click(await screen.findByRole('radio', { name: /^A part/ }));
  await user.type(screen.getByRole('textbox', { name: 'Amount in riyals' }), '٥٠٫٥');
  await user.click(screen.getByRole('button', { name: /^Pay.*50\.50/ }));
  expect(await screen.findByRole('link', { name: 'Pay the rest' })).toHaveAttribute('href', paying);
  expect(calls[0]?.body).toEqual({ amount: 5_050, pay: { way: 'saved-card', cardId: card().id } });
  expect(screen.getByText('Still to pay').nextElementSibling).toHaveTextContent('161');
});

it.each(['', '0', '211.51', '-5'])('takes no part of "%s", and sends nothing', async (typed) => {
  const { user } = await open({}, paying);
  const calls = takes();
  await user.click(await screen.findByRole('radio', { name: /^A part/ }));
  const field = screen.getByRole('textbox', { name: 'Amount in riyals' });
  if (typed) {
    await user.type(field, typed);
  }
  await user.click(screen.getByRole('button', { name: 'Pay' }));
  expect(field).toHaveAccessibleDescription(/above zero and at most 211\.50 riyals/);
  expect(field).toHaveFocus();
  expect(calls).toEqual([]);
});

it('shows the rest if another person has paid meanwhile', async () => {
  const { user } = await open({}, paying);
  server.use(
    http.post(api('/postpaid/invoices/:id/payments'), () => {
      serveBill({ invoice: bill({ left: 0, status: 'paid' }) });
      return refuse(409, { message: 'This bill is paid already.', messageKey: 'invoice_paid_already' });
    }),
  );
  await user.click(await screen.findByRole('button', { name: /^Pay.*211\.50/ }));
  expect(await screen.findByText('This bill is paid. Nothing is left to pay.')).toBeVisible();
});
