import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { Receipt } from '@/api/gen-later';
import { orderId, placedOrder, session } from '@/testing/order';
import { renderApp, renderStep } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { rememberOrder } from '../model/order-session';

const receipt = {
  documentType: '388' as const,
  number: 'SC12345678',
  orderNumber: 'SC12345678',
  seller: { name: 'Selfcare Mobile Company', vatNumber: '300000000000003' },
  customer: 'Noura Alqahtani',
  issuedAt: '2026-11-20T09:00:00Z',
  lines: [
    { key: 'number', detail: '0571234567', amount: 50_000 },
    { key: 'plan', detail: 'Hawakom 90', amount: 9_000 },
    { key: 'promo', detail: 'WELCOME10', amount: -1_000 },
  ],
  total: 58_000,
  vat: 7_565,
  vatPercent: 15,
  payment: { brand: 'MADA', last4: '0015', id: '01920000-0000-7000-8000-000000000009' },
  refunded: 0,
  zatca: 'AQhTZWxmY2FyZQ==',
};

const serveReceipt = (over: Partial<Receipt> = {}) => {
  rememberOrder(orderId, session);
  server.use(http.get(api(`/orders/${orderId}/receipt`), () => HttpResponse.json({ ...receipt, ...over })));
};

it('shows each part of a simplified tax invoice', async () => {
  serveReceipt();
  renderApp(`/en/order-sim/${orderId}/receipt`);
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1, name: 'Simplified tax invoice' })).toHaveFocus(),
  );
  for (const text of [
    'Selfcare Mobile Company',
    '300000000000003',
    'SC12345678',
    'Noura Alqahtani',
    '057 123 4567',
  ]) {
    expect(screen.getByText(text)).toBeVisible();
  }
  const amounts = screen.getByRole('table');
  expect(within(amounts).getByRole('row', { name: /^Total without VAT/ })).toHaveTextContent('504.35');
  expect(within(amounts).getByRole('row', { name: /^VAT 15%/ })).toHaveTextContent('75.65');
  expect(within(amounts).getByRole('row', { name: /^Total with VAT/ })).toHaveTextContent('580');
  expect(screen.getByRole('img', { name: 'QR code of the invoice (ZATCA)' })).toBeVisible();
  expect(screen.queryByText('Returned:')).toBeNull();
});

it.each([
  [{ amount: 9_000, validityDays: 30 }, /Afterwards:.*90.*every 30 days/],
  [{ amount: 9_000, validityDays: 30, cycleMonths: 1 }, /Afterwards:.*90.*each month/],
])('shows the price after today', async (recurring, text) => {
  serveReceipt({ recurring });
  renderApp(`/en/order-sim/${orderId}/receipt`);
  expect((await screen.findByText(/Afterwards/)).textContent).toMatch(text);
});

it('prints, and shows the refunded amount', async () => {
  serveReceipt({ refunded: 58_000 });
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user } = renderApp(`/en/order-sim/${orderId}/receipt`);
  await user.click(await screen.findByRole('button', { name: 'Print or save as PDF' }));
  expect(print).toHaveBeenCalledOnce();
  expect(screen.getByText(/^Returned:/)).toHaveTextContent('580');
});

it.each([
  ['en', 'on 21 November 2026'],
  ['ar', 'بتاريخ 21 نوفمبر 2026'],
])('says when the money of a completed order went back (%s)', async (language, on) => {
  serveReceipt({ refunded: 58_000, refundedAt: '2026-11-21T06:05:00Z' });
  renderApp(`/${language}/order-sim/${orderId}/receipt`);
  expect(await screen.findByText(new RegExp(on))).toHaveTextContent('580');
});

it('names the card in the language of the customer', async () => {
  serveReceipt();
  renderApp(`/ar/order-sim/${orderId}/receipt`);
  expect(await screen.findByText(/عبر بطاقة مدى المنتهية/)).toBeVisible();
});

it('says that nothing was paid', async () => {
  rememberOrder(orderId, session);
  server.use(
    http.get(api(`/orders/${orderId}/receipt`), () =>
      refuse(409, { message: 'This order was not paid.', messageKey: 'not_paid_yet' }),
    ),
  );
  renderApp(`/en/order-sim/${orderId}/receipt`);
  expect(await screen.findByText('This order was not paid.')).toBeVisible();
});

it.each([
  [404, 'order_not_found'],
  [403, 'order_opened_by_link'],
] as const)(
  'leads to the search for the order where the invoice is closed (%i)',
  async (status, messageKey) => {
    server.use(
      http.get(api(`/orders/${orderId}/receipt`), () => refuse(status, { message: 'Closed', messageKey })),
    );
    renderApp(`/en/order-sim/${orderId}/receipt`);
    expect(await screen.findByRole('link', { name: 'Find my order' })).toHaveAttribute(
      'href',
      '/en/find-order',
    );
  },
);

it('is linked from a paid order only', async () => {
  const payment = { id: receipt.payment.id, status: 'paid' as const, amount: 58_000, at: receipt.issuedAt };
  renderStep(placedOrder('preparing', { payments: [payment] }), 'order-details');
  expect(await screen.findByRole('link', { name: 'Tax invoice' })).toHaveAttribute(
    'href',
    `/en/order-sim/${orderId}/receipt`,
  );
  expect(screen.queryByRole('link', { name: 'Credit note' })).toBeNull();
});

const note = {
  ...receipt,
  documentType: '381' as const,
  number: 'SC12345678-CN',
  refersTo: { number: 'SC12345678', issuedAt: '2026-11-20T09:00:00Z', reason: 'The parcel came back.' },
  issuedAt: '2026-11-22T09:00:00Z',
  refunded: 58_000,
};

it.each([
  ['en', 'Credit note', 'For invoice', 'QR code of the credit note (ZATCA)'],
  ['ar', 'إشعار دائن', 'عن الفاتورة', 'رمز QR للإشعار الدائن (هيئة الزكاة والضريبة والجمارك)'],
])(
  'shows the credit note with the invoice it takes back, and why (%s)',
  async (language, title, invoice, qr) => {
    rememberOrder(orderId, session);
    server.use(http.get(api(`/orders/${orderId}/credit-note`), () => HttpResponse.json(note)));
    renderApp(`/${language}/order-sim/${orderId}/receipt/credit-note`);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.getByText('SC12345678-CN')).toBeVisible();
    expect(screen.getByText(invoice).nextElementSibling).toHaveTextContent(/SC12345678, .*2026/);
    expect(screen.getByText('The parcel came back.')).toBeVisible();
    expect(screen.getByRole('img', { name: qr })).toBeVisible();
  },
);

it('offers a credit note only after a refund', async () => {
  const payment = {
    id: receipt.payment.id,
    status: 'refunded' as const,
    amount: 58_000,
    at: receipt.issuedAt,
  };
  const ended = {
    reason: 'cancelled_by_customer',
    message: 'Cancelled.',
    at: receipt.issuedAt,
    refunded: 58_000,
  };
  renderStep(placedOrder('cancelled', { payments: [payment], ended }), 'order-details');
  expect(await screen.findByRole('link', { name: 'Credit note' })).toHaveAttribute(
    'href',
    `/en/order-sim/${orderId}/receipt/credit-note`,
  );
});
