import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { CaseOrdered } from '@/api/gen-support';
import { heldDetail, heldOrder, serveCase, signInStaff } from '@/testing/console';
import { renderApp } from '@/testing/render';

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
  renderApp(`/${language}/console/cases/order/${heldOrder().id}`);
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
