import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { orderAt, orderId } from '@/testing/order';
import { renderStep } from '@/testing/render';
import { api, refuse, server, takeCalls } from '@/testing/server';

const price = (total: number) => ({
  lines: [
    { key: 'plan' as const, amount: 5_500 },
    { key: 'promo' as const, amount: total - 5_500 },
  ],
  total,
  vat: 700,
  pinned: false,
});
const plain = orderAt('order-confirmation', { price: price(5_500) });
const reduced = orderAt('order-confirmation', {
  seq: 2,
  price: price(5_000),
  promo: { code: 'WELCOME10', discount: 500 },
});

async function typeCode(user: ReturnType<typeof renderStep>['user'], code: string) {
  await user.click(await screen.findByText('I have a promo code'));
  await user.type(screen.getByRole('textbox', { name: 'Promo code' }), code);
  await user.click(screen.getByRole('button', { name: 'Apply' }));
}

it('takes a code off the price and announces it to screen readers', async () => {
  const calls = takeCalls('put', '/promo-code', reduced);
  const { user } = renderStep(plain, 'order-confirmation');
  await typeCode(user, ' welcome10 ');
  expect(await screen.findByText('WELCOME10')).toBeVisible();
  expect(screen.getByText(/Promo code applied: WELCOME10 New total: SAR 50/)).toHaveAttribute(
    'role',
    'status',
  );
  expect(calls[0]?.body).toEqual({ code: 'welcome10' });
});

it('shows a refusal at the field and leaves the price alone', async () => {
  server.use(
    http.put(api(`/orders/${orderId}/promo-code`), () =>
      refuse(422, {
        message: 'Refused',
        messageKey: 'promo_code_expired',
        fields: { code: 'This promo code has expired.' },
      }),
    ),
  );
  const { user } = renderStep(plain, 'order-confirmation');
  await typeCode(user, 'SUMMER');
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Promo code' })).toHaveAccessibleDescription(
      'This promo code has expired.',
    ),
  );
});

it('goes back to the full price', async () => {
  const calls = takeCalls('delete', '/promo-code', { ...plain, seq: 3 });
  const { user } = renderStep(reduced, 'order-confirmation');
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/The promo code was removed\. +New total: SAR 55/)).toHaveAttribute(
    'role',
    'status',
  );
  expect(calls).toHaveLength(1);
});
