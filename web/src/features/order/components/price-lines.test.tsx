import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { orderAt } from '@/testing/order';
import { renderStep } from '@/testing/render';

it('shows the price of today and of each month as two figures', async () => {
  const order = orderAt('order-confirmation');
  const recurring = { amount: 9_000, validityDays: 30, cycleMonths: 1 };
  renderStep({ ...order, price: order.price && { ...order.price, recurring } }, 'order-confirmation');
  const [review, bar] = [
    await screen.findByRole('region', { name: 'Price' }),
    document.querySelector('[data-own-bar]'),
  ];
  for (const place of [review, bar]) {
    expect(place).toHaveTextContent(/Today.*580/);
    expect(place).toHaveTextContent(/Each month.*90/);
  }
});
