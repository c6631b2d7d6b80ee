import { act, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { queries } from '@/lib/http/query-client';
import { setConnection } from '@/testing/connection';
import { deferred } from '@/testing/deferred';
import { orderAt } from '@/testing/order';
import { renderStep } from '@/testing/render';
import { api, server, takeCalls } from '@/testing/server';
import { storeOrder } from '../model/order-query';

/** The bar at the bottom of a phone. */
const bar = () => {
  const shown = document.querySelector<HTMLElement>('[data-own-bar]');
  if (!shown) {
    throw new Error('the page has no bar');
  }
  return within(shown);
};

/** Waits until a screen reader hears the text, which the bar shows, too. */
async function expectState(text: string) {
  expect(await bar().findByText(text)).toBeVisible();
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(text);
}

it('counts the mistakes of a form after an attempt to send it, until they are corrected', async () => {
  const { user } = renderStep(orderAt('eligibility-check'), 'eligibility-check');
  await screen.findByLabelText('ID number');
  await expectState('Enter the ID details to go on');
  await user.click(screen.getByRole('button', { name: 'Check eligibility' }));
  await expectState('Correct 3 fields to go on');
  await user.type(screen.getByLabelText('ID number'), '1000000008');
  await expectState('Correct 1 field to go on');
});

it('says that the step is being sent', async () => {
  const answer = deferred();
  server.use(
    http.post(api('/orders/:id/confirmation'), async () => {
      await answer.promise;
      return HttpResponse.json(orderAt('payment', { seq: 2 }));
    }),
  );
  const { user } = renderStep(orderAt('order-confirmation'), 'order-confirmation');
  await user.click(await screen.findByRole('checkbox'));
  await expectState('Accept the terms to go on');
  await user.click(screen.getByRole('button', { name: 'Continue to payment' }));
  await expectState('Sending…');
  answer.resolve();
  await expectState('Pay to finish the order');
});

it('waits for Nafath as long as its request is open', async () => {
  const order = orderAt('identity-validation');
  renderStep(order, 'identity-validation');
  await screen.findByRole('button', { name: 'Send a request to my app' });
  await expectState('Confirm your identity to go on');
  const identity = {
    status: 'waiting',
    random: '42',
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
    triesLeft: 2,
    purpose: 'order',
  } as const;
  act(() => storeOrder(queries, 'en', { ...order, seq: 2, identity }));
  await expectState('Waiting for your approval in Nafath');
});

it('keeps a pressed step until the connection is back', async () => {
  const calls = takeCalls('post', '/confirmation', orderAt('payment', { seq: 2 }));
  const { user } = renderStep(orderAt('order-confirmation'), 'order-confirmation');
  await user.click(await screen.findByRole('checkbox'));
  setConnection('offline');
  await user.click(screen.getByRole('button', { name: 'Continue to payment' }));
  await expectState('No connection. We send it as soon as you are back.');
  expect(calls).toHaveLength(0);
  setConnection('online');
  await expectState('Pay to finish the order');
  expect(calls).toHaveLength(1);
});

it('is silent on a step that the customer has done before', async () => {
  renderStep(orderAt('delivery'), 'plan-selection');
  await screen.findByRole('heading', { level: 1, name: 'Choose your plan' });
  expect(bar().queryByText(/to go on/)).toBeNull();
});
