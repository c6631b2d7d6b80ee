import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CaseOrdered } from '@/api/gen-support';
import { heldDetail, heldOrder, serveCase, signInStaff } from '@/testing/console';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';

const ordered: CaseOrdered = {
  orderedAt: '2026-11-21T08:00:00Z',
  numberSource: 'new',
  msisdn: '057•••0001',
  category: 'gold',
  simType: 'physical',
  plan: { name: 'Flex 100', subscriptionType: 'postpaid', commitmentMonths: 12 },
  delivery: { method: 'homeDelivery', city: 'Riyadh' },
  promoCode: 'SAVE20',
  price: {
    lines: [
      { key: 'number', amount: 0 },
      { key: 'plan', amount: 10_000 },
      { key: 'delivery', amount: 2_500 },
      { key: 'promo', amount: -2_000 },
    ],
    total: 10_500,
    vat: 1_370,
    pinned: true,
  },
};

const open = (over: Partial<CaseOrdered>, language = 'en') => {
  serveCase(heldDetail({ ordered: { ...ordered, ...over } }));
  return renderApp(`/${language}/console/cases/order/${heldOrder().id}`);
};

beforeEach(() => signInStaff());

it('Ordered_SIMOrder_ShowsGoodsDeliveryAndPriceParts', async () => {
  open({});
  const block = await screen.findByRole('region', { name: 'Order details' });
  expect(block).toHaveTextContent(/Number.*057•••0001.*new number, Gold/);
  expect(block).toHaveTextContent(/Plan.*Flex 100.*postpaid, commitment of 12 months/);
  expect(block).toHaveTextContent(/SIM card.*Home delivery.*Riyadh/);
  expect(block).toHaveTextContent(/Price of the number.*Free.*Price of the plan.*100.*Delivery fee.*25/);
  expect(block).toHaveTextContent(/Promo code.*SAVE20.*Total with VAT.*105.*13.70/);
});

it('Ordered_NumberOfAnotherOperator_NamesTheOperator', async () => {
  open({
    numberSource: 'port-in',
    category: undefined,
    operator: 'STC',
    simType: 'esim',
    device: 'iPhone 15',
  });
  const block = await screen.findByRole('region', { name: 'Order details' });
  expect(block).toHaveTextContent(/moved from STC/);
  expect(block).toHaveTextContent(/eSIM.*iPhone 15/);
});

it('Ordered_Draft_HasNoPriceYet', async () => {
  open({ price: undefined, plan: undefined, delivery: undefined }, 'ar');
  const block = within(await screen.findByRole('region', { name: 'تفاصيل الطلب' }));
  expect(block.getByText('شريحة عادية')).toBeVisible();
  expect(block.queryByText('سعر الباقة')).toBeNull();
});

const withLabel: CaseOrdered['delivery'] = {
  method: 'homeDelivery',
  city: 'Riyadh',
  airwayBill: '290019498498',
  label: true,
};

const label = () => api(`/support/orders/${heldOrder().id}/label`);

it('Ordered_BookedParcel_SavesTheLabel', async () => {
  const saved: string[] = [];
  URL.createObjectURL = vi.fn(() => 'blob:label');
  URL.revokeObjectURL = vi.fn();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  server.use(
    http.get(label(), ({ request }) => {
      expect(request.headers.get('accept-language')).toBe('ar');
      return new HttpResponse('%PDF-1.7', { headers: { 'Content-Type': 'application/pdf' } });
    }),
  );
  const { user } = open({ delivery: withLabel }, 'ar');
  const block = within(await screen.findByRole('region', { name: 'تفاصيل الطلب' }));
  expect(block.getByText('290019498498')).toBeVisible();
  await user.click(block.getByRole('button', { name: 'طباعة الملصق' }));
  await waitFor(() => expect(saved).toEqual(['label-290019498498.pdf']));
});

it('Ordered_LabelMissingAtTheCourier_SaysSo', async () => {
  server.use(
    http.get(label(), () =>
      refuse(409, { messageKey: 'label_missing', message: 'The courier has no label' }),
    ),
  );
  const { user } = open({ delivery: withLabel });
  const block = within(await screen.findByRole('region', { name: 'Order details' }));
  await user.click(block.getByRole('button', { name: 'Print the label' }));
  expect(await block.findByRole('alert')).toHaveTextContent('The courier has no label');
});

it('Ordered_NoLabelOffered_HasNoButton', async () => {
  open({ delivery: { ...withLabel, label: undefined } });
  const block = within(await screen.findByRole('region', { name: 'Order details' }));
  expect(block.getByText('290019498498')).toBeVisible();
  expect(block.queryByRole('button')).toBeNull();
});
