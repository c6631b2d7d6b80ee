import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { selectAccount } from '@/lib/session';
import { orderAt, orderId, placedOrder } from '@/testing/order';
import { servePhones } from '@/testing/phones';
import { renderApp, renderStep } from '@/testing/render';
import { api, server, takeCalls, takeStart } from '@/testing/server';
import { mainLine, signIn, subLine } from '@/testing/session';

const fields = {
  kind: 'multisim',
  numberSource: 'existing',
  simType: 'physical',
  booking: undefined,
  msisdn: '0570000003',
} as const;
const asked = orderAt('purchase-type-selection', {
  ...fields,
  steps: [
    { id: 'purchase-type-selection', done: false, open: true },
    { id: 'identity-validation', done: false, open: false },
  ],
});
const extraSim = { name: 'Car', setupFee: 2_500, monthlyFee: 1_000 };

const serveSettings = () =>
  server.use(
    http.get(api('/number-booking/get-multisim-settings'), () =>
      HttpResponse.json({
        data: {
          max_allowed_multisim: 8,
          monthly_fee: 1_000,
          setup_fee: 2_500,
          delivery_fees: { homeDelivery: 2_500, pickupSMSA: 1_500 },
          types: ['physical', 'esim'],
        },
      }),
    ),
  );

it('begins with fees and the kind of SIM', async () => {
  await signIn();
  serveSettings();
  const bodies = takeStart(asked);
  const { user, path } = renderApp('/en/multi-sim/order?sim=esim');
  expect(await screen.findByText(/SAR 25 once and SAR 10 a month/)).toBeVisible();
  expect(screen.getByRole('radio', { name: /eSIM/ })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: /SIM card/ }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(path()).toBe(`/en/order-sim/${orderId}/number-type-selection`));
  expect(bodies).toEqual([{ kind: 'multisim', numberSource: 'existing', simType: 'physical' }]);
});

it('is offered to the main account only', async () => {
  await signIn([mainLine, subLine]);
  await selectAccount(subLine.subscription_id);
  serveSettings();
  renderApp('/en/multi-sim/order');
  expect(await screen.findByRole('button', { name: 'Use the main account' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});

it('takes a name for the SIM', async () => {
  await signIn([mainLine]);
  const next = orderAt('identity-validation', {
    ...fields,
    seq: 2,
    extraSim,
    steps: asked.steps.map((step) => ({ ...step, open: true })),
  });
  const calls = takeCalls('put', '/multisim', next);
  const { user, path } = renderStep(asked, 'purchase-type-selection');
  const steps = await screen.findByRole('navigation', { name: 'Steps of your order' });
  expect(within(steps).getByText('SIM')).toBeVisible();
  expect(within(steps).queryByText('Phone')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Please fill in this field')).toBeVisible();
  await user.type(screen.getByLabelText('Name of the SIM'), ' My  car ');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(path()).toBe(`/en/order-sim/${orderId}/identity-validation`));
  expect(calls.map(({ body }) => body)).toEqual([{ name: 'My car' }]);
});

it('asks for the phone of an eSIM as well', async () => {
  await signIn([mainLine]);
  servePhones();
  const calls = takeCalls('put', '/multisim', asked);
  const { user } = renderStep({ ...asked, simType: 'esim' }, 'purchase-type-selection');
  await screen.findByRole('radio', { name: 'Apple iPhone 16' });
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Please fill in this field')).toBeVisible();
  expect(screen.getByText('Choose your phone from the list')).toBeVisible();
  await user.type(screen.getByLabelText('Name of the SIM'), 'Watch');
  await user.click(screen.getByRole('radio', { name: 'Enter its EID' }));
  const eid = '89049032000008882600022632154643';
  await user.type(screen.getByLabelText('EID'), eid);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({ name: 'Watch', device: { eid } });
});

it('leads from the order to the SIMs of the line', async () => {
  renderStep(placedOrder('active', { ...fields, extraSim, canCancel: false }), 'order-details');
  expect(await screen.findByRole('heading', { name: 'Your extra SIM is active' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Manage my SIMs' })).toHaveAttribute('href', '/en/multi-sim');
});
