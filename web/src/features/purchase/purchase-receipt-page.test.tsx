import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import type { Receipt } from '@/api/gen-purchases';
import type { Language } from '@/lib/text/language';
import { prepaidLine, purchase } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const receipt: Receipt = {
  documentType: '388',
  number: 'PU12345678',
  orderNumber: 'PU12345678',
  seller: { name: 'Selfcare Mobile Company', vatNumber: '300000000000003' },
  issuedAt: '2026-11-20T09:00:00Z',
  lines: [
    { key: 'recharge', amount: 5_750 },
    { key: 'bonus', amount: 0 },
  ],
  total: 5_750,
  vat: 750,
  vatPercent: 15,
  payment: { brand: 'MADA', last4: '0015', id: 'payment-1' },
  refunded: 0,
  zatca: 'AQhTZWxmY2FyZQ==',
};

const { id } = purchase();

async function open(over: Partial<Receipt> = {}, language: Language = 'en') {
  await signIn([prepaidLine]);
  server.use(http.get(api(`/purchases/${id}/receipt`), () => HttpResponse.json({ ...receipt, ...over })));
  return renderApp(`/${language}/purchase/${id}/receipt`);
}

afterEach(() => {
  vi.restoreAllMocks();
});

it('shows the simplified tax invoice of a purchase', async () => {
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Simplified tax invoice' })).toBeVisible();
  expect(screen.getByText('Invoice and purchase number').nextElementSibling).toHaveTextContent('PU12345678');
  expect(screen.getByRole('row', { name: /^Balance recharge/ })).toHaveTextContent('57.50');
  expect(screen.getByRole('row', { name: /^VAT 15%/ })).toHaveTextContent('7.50');
  expect(screen.getByText(/^Paid with mada ending in/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to the purchase' })).toHaveAttribute(
    'href',
    `/en/purchase/${id}`,
  );
});

it('keeps its heading without a receipt', async () => {
  await signIn([prepaidLine]);
  server.use(http.get(api(`/purchases/${id}/receipt`), () => refuse(404, { message: "We can't find it." })));
  renderApp(`/en/purchase/${id}/receipt`);
  expect(await screen.findByText("We can't find it.")).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Simplified tax invoice' })).toBeVisible();
});

it.each([
  ['BALANCE', 'Paid from the balance; VAT was paid with the recharge'],
  ['VOUCHER', 'Paid with a voucher; VAT was paid when it was bought'],
])('names what else paid: %s', async (brand, words) => {
  await open({ vat: 0, payment: { brand, last4: '', id: '' } });
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByRole('row', { name: /^Total/ })).toHaveTextContent(/^Total.*57\.50/);
  expect(screen.queryByRole('row', { name: /VAT \d/ })).toBeNull();
});

it.each([
  ['en', 'Paid with STC Pay, mobile ending in \u20664567\u2069'],
  ['ar', 'دُفع عبر محفظة STC Pay، الجوال المنتهي بـ \u20664567\u2069'],
] as const)('names a wallet by its mobile (%s)', async (language, words) => {
  await open({ payment: { brand: 'STCPAY', last4: '4567', id: '' } }, language);
  expect(await screen.findByText(words)).toBeVisible();
});

it('downloads the file with the session', async () => {
  const { user } = await open();
  const shown: (string | null)[] = [];
  server.use(
    http.get(api(`/purchases/${id}/receipt.pdf`), ({ request }) => {
      shown.push(request.headers.get('Authorization'), request.headers.get('x-sub-account'));
      return new HttpResponse('%PDF-1.7', { headers: { 'Content-Type': 'application/pdf' } });
    }),
  );
  const saved: string[] = [];
  URL.createObjectURL = vi.fn(() => 'blob:receipt');
  URL.revokeObjectURL = vi.fn();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await user.click(await screen.findByRole('button', { name: 'Download PDF' }));
  await waitFor(() => expect(saved).toEqual(['PU12345678.pdf']));
  expect(shown).toEqual(['Bearer user-token', 'main']);
});

it('says why there is no file', async () => {
  const { user } = await open();
  server.use(http.get(api(`/purchases/${id}/receipt.pdf`), () => refuse(409, { message: 'Not yet' })));
  await user.click(await screen.findByRole('button', { name: 'Download PDF' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not yet');
});

it('says why there is no receipt', async () => {
  await signIn([prepaidLine]);
  server.use(http.get(api(`/purchases/${id}/receipt`), () => refuse(409, { message: 'Nothing was paid.' })));
  renderApp(`/en/purchase/${id}/receipt`);
  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was paid.');
});
