import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { placedOrder, progressWith } from '@/testing/order';
import { renderStep } from '@/testing/render';
import { takeCalls } from '@/testing/server';

it('promises no refund without a charge', async () => {
  renderStep(placedOrder('cancelling', { canCancel: false }), 'order-details');
  expect(await screen.findByText(/^Nothing was charged/)).toBeVisible();
  expect(screen.queryByText(/returning your money/)).toBeNull();
});

const moneyBack = progressWith('cancelling', { key: 'money-back', state: 'running', actor: 'us' }, [
  'placed',
  'money-back',
]);

it.each([
  [{}, /^We are releasing the number and returning your money/],
  [{ numberSource: 'existing', kind: 'multisim' }, /^We are undoing the change of your line/],
] as const)('says what is undone while an order is cancelled: %o', async (over, words) => {
  renderStep(placedOrder('cancelling', { canCancel: false, progress: moneyBack, ...over }), 'order-details');
  expect(await screen.findByText(words)).toBeVisible();
});

it('tells the refund before the confirmation', async () => {
  const at = new Date().toISOString();
  const payments = [
    { id: '01920000-0000-7000-8000-000000000008', status: 'declined', amount: 58_000, at },
    { id: '01920000-0000-7000-8000-000000000009', status: 'paid', amount: 58_000, at },
  ] as const;
  const { user } = renderStep(placedOrder('preparing', { payments: [...payments] }), 'order-details');
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this order?' }));
  expect(dialog.getByText(/You get back all that you paid/)).toHaveTextContent('580');
});

it('does not say that a lost number becomes free', async () => {
  const { user } = renderStep(placedOrder('number-lost'), 'order-details');
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this order?' }));
  expect(dialog.getByText(/^What you paid goes back/)).toBeVisible();
  expect(dialog.queryByText(/becomes free for others/)).toBeNull();
});

it('cancels with a reason after a confirmation', async () => {
  const ended = {
    reason: 'cancelled_by_customer',
    message: 'You cancelled this order.',
    at: new Date().toISOString(),
    refunded: 58_000,
  };
  const calls = takeCalls(
    'post',
    '/cancellation',
    placedOrder('cancelled', { seq: 2, canCancel: false, ended }),
  );
  const { user } = renderStep(placedOrder('preparing'), 'order-details');
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this order?' });
  await user.selectOptions(within(dialog).getByLabelText('Why are you cancelling?'), 'too-slow');
  await user.click(within(dialog).getByRole('button', { name: 'Yes, cancel the order' }));
  expect(await screen.findByRole('heading', { name: 'Your order is cancelled' })).toBeVisible();
  expect(calls[0]?.body).toEqual({ reason: 'too-slow' });
  expect(screen.getByText(/Returned to your card or wallet/)).toHaveTextContent('580');
});

it.each([
  ['en', 'Do not accept the parcel'],
  ['ar', 'لا تستلم الشحنة'],
] as const)(
  'says what a customer does with a parcel that the courier does not cancel (%s)',
  async (language, title) => {
    const held = {
      failureCode: 'parcel_with_courier',
      message: 'The parcel decides.',
      since: new Date().toISOString(),
      from: 'preparing' as const,
    };
    renderStep(placedOrder('held', { held, canCancel: false }), 'order-details', language);
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText('The parcel decides.')).toBeVisible();
    expect(screen.queryByText(/You need not do anything|لا يلزمك أي إجراء/)).toBeNull();
    expect(screen.queryByRole('button', { name: /Cancel order|إلغاء الطلب/ })).toBeNull();
  },
);
