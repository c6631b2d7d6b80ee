import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { LineSim, SimInfo } from '@/api/gen-lines';
import { rightCode, serveCodes } from '@/testing/codes';
import { deferred } from '@/testing/deferred';
import { simInfo } from '@/testing/lines';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { mainLine, signIn, subLine } from '@/testing/session';

const simWith = (digit: string, over: Partial<LineSim>): LineSim => ({
  id: `01920000-0000-7000-8000-00000000000${digit}`,
  name: '',
  type: 'physical',
  state: 'active',
  is_primary: false,
  monthly_fee: 1_000,
  since: '2026-11-01T00:00:00Z',
  ...over,
});

const primary = simWith('1', { is_primary: true, monthly_fee: 0 });
const watch = simWith('2', { name: 'Watch', type: 'esim' });
const car = simWith('3', { name: 'Car', state: 'pending' });
const old = simWith('4', { name: 'Old', state: 'inactive', fee_until: '2099-11-30T21:00:00Z' });
const older = simWith('5', { name: 'Older', state: 'inactive', fee_until: '2025-11-30T21:00:00Z' });

function serveSims(sims: LineSim[], over: Partial<SimInfo> = {}, most = 8): void {
  server.use(
    http.get(api('/users/current/sim/info'), ({ request }) =>
      request.headers.get('X-Api-Version') === 'v3'
        ? HttpResponse.json({ data: simInfo(sims, over) })
        : refuse(400, { messageKey: 'api_version_not_supported' }),
    ),
    http.get(api('/number-booking/get-multisim-settings'), () =>
      HttpResponse.json({
        data: {
          max_allowed_multisim: most,
          monthly_fee: 1_000,
          setup_fee: 2_500,
          delivery_fees: { homeDelivery: 2_500, pickupSMSA: 1_500 },
          types: ['physical', 'esim'],
        },
      }),
    ),
  );
}

const row = (name: string) => within(screen.getByRole('heading', { name }).closest('li') ?? document.body);

/** Accepts a change of a SIM; the list afterwards is the server's. */
function takeChange(path: string, after: LineSim[]): { body: unknown; key: string | null }[] {
  const calls: { body: unknown; key: string | null }[] = [];
  server.use(
    http.post(api(path), async ({ request }) => {
      calls.push({ body: await request.json(), key: request.headers.get('Idempotency-Key') });
      serveSims(after);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return calls;
}

it('lists the SIMs with their actions', async () => {
  await signIn();
  serveSims([primary, watch, car, old, older]);
  renderApp('/en/multi-sim');
  expect(await screen.findByText('2 of 8 extra SIMs')).toBeVisible();
  expect(screen.getByText(/SAR 25 once and SAR 10 a month/)).toBeVisible();
  expect(screen.getByText(/come in on the primary SIM; the others are for outgoing use/)).toBeVisible();
  expect(row('Primary SIM').getByText(/cannot be deactivated. Make another SIM primary first/)).toBeVisible();
  expect(row('Primary SIM').queryByRole('button', { name: /Deactivate/ })).toBeNull();
  expect(row('Watch').getByRole('button', { name: 'Make primary: Watch' })).toBeVisible();
  expect(row('Car').getByRole('link', { name: 'Activate Car' })).toHaveAttribute(
    'href',
    '/en/sim-activation',
  );
  expect(row('Old').getByText('No fee from 1 December 2099')).toBeVisible();
  expect(row('Older').getByText('No fee since 1 December 2025')).toBeVisible();
  expect(row('Old').getByRole('link', { name: 'Order again: Old' })).toHaveAttribute(
    'href',
    '/en/multi-sim/order?sim=physical',
  );
});

it('leads from an eSIM that is not installed to its order with the code', async () => {
  await signIn();
  serveSims([primary, { ...watch, state: 'pending', order_id: watch.id }]);
  renderApp('/en/multi-sim');
  expect(await screen.findByRole('link', { name: 'Install Watch' })).toHaveAttribute(
    'href',
    `/en/order-sim/${watch.id}/order-details`,
  );
  expect(screen.getByText(/Not on a phone yet/)).toBeVisible();
});

it('makes another SIM primary after a confirmation and a code', async () => {
  await signIn();
  serveSims([primary, watch]);
  const codes = serveCodes();
  const calls = takeChange('/users/current/multisim/switchprimary', [
    { ...watch, is_primary: true },
    { ...primary, is_primary: false },
  ]);
  const { user } = renderApp('/en/multi-sim');
  await user.click(await screen.findByRole('button', { name: 'Make primary: Watch' }));
  expect(codes).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Yes, send me a code' }));
  await user.type(await screen.findByLabelText('Verification code'), rightCode);
  expect(await screen.findByText('Your primary SIM has been changed')).toBeVisible();
  expect(codes).toEqual([{ mobile_number: '0570000003', source: 'switch_primary' }]);
  expect(calls.map(({ body }) => body)).toEqual([{ sim_id: watch.id, otp: rightCode }]);
  expect(await row('Watch').findByText('Primary')).toBeVisible();
});

it('says why a SIM could not be deactivated, and deactivates it on another try', async () => {
  await signIn();
  serveSims([primary, watch]);
  serveCodes();
  server.use(
    http.post(api('/users/current/deactivate-sim'), () =>
      refuse(422, { message: 'Oops, the pin is incorrect Try Again', messageKey: 'pin_incorrect' }),
    ),
  );
  const { user } = renderApp('/en/multi-sim');
  await user.click(await screen.findByRole('button', { name: 'Deactivate Watch' }));
  expect(screen.getByText(/its fee stops next month. You can order one again/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Yes, send me a code' }));
  await user.type(await screen.findByLabelText('Verification code'), '111111');
  expect(await screen.findByRole('alert')).toHaveTextContent('the pin is incorrect');
  const calls = takeChange('/users/current/deactivate-sim', [primary, { ...watch, state: 'inactive' }]);
  await user.type(screen.getByLabelText('Verification code'), rightCode);
  expect(await screen.findByText(/The SIM is deactivated/)).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([{ sim_id: watch.id, otp: rightCode }]);
});

it('renames a SIM', async () => {
  await signIn();
  serveSims([primary, watch]);
  const calls = takeChange('/users/current/multisim/rename', [primary, { ...watch, name: 'Running watch' }]);
  const { user } = renderApp('/en/multi-sim');
  await user.click(await screen.findByRole('button', { name: 'Rename Watch' }));
  const field = screen.getByLabelText('Name of the SIM');
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please fill in this field')).toBeVisible();
  await user.type(field, ' Running  watch');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('heading', { name: 'Running watch' })).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([{ sim_id: watch.id, name: 'Running watch' }]);
});

it('takes no more SIMs than the settings allow', async () => {
  await signIn();
  serveSims([primary, watch, car], {}, 2);
  renderApp('/en/multi-sim');
  expect(await screen.findByText(/already has 2 extra SIMs/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Order an extra SIM' })).toBeNull();
});

it('says why SIMs cannot be changed, and that there is only one', async () => {
  await signIn();
  serveSims([primary], { change: { order_number: 'SC12345678', until: '2026-11-25T09:00:00Z' } });
  renderApp('/en/multi-sim');
  expect(await screen.findByText(/Order .*SC12345678.* is changing your line.*25 November/)).toBeVisible();
  expect(screen.getByText(/Your number has one SIM/)).toBeVisible();
});

it('tries again if the SIMs could not be read', async () => {
  await signIn();
  serveSims([primary, watch]);
  server.use(
    http.get(api('/users/current/sim/info'), () => refuse(422, { message: 'Not now' }), { once: true }),
  );
  const { user } = renderApp('/en/multi-sim');
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Watch' })).toBeVisible();
});

it.each([
  ['the answer is there', () => HttpResponse.json({ data: simInfo([primary]) })],
  ['there is none', () => refuse(422, { message: 'Not now' })],
])('shows that it loads from the start until %s', async (_, answer) => {
  await signIn();
  serveSims([primary]);
  const asked = deferred();
  const answered = deferred();
  server.use(
    http.get(api('/users/current/sim/info'), async () => {
      asked.resolve();
      await answered.promise;
      return answer();
    }),
  );
  renderApp('/en/multi-sim');
  await asked.promise;
  const main = within(await screen.findByRole('main'));
  expect(await main.findByRole('status', { name: 'Loading…' })).toHaveAttribute('aria-busy', 'true');
  answered.resolve();
  await waitFor(() => expect(main.queryByRole('status', { name: 'Loading…' })).toBeNull());
});

it('is open to the main account only', async () => {
  await signIn([subLine, mainLine]);
  serveSims([primary]);
  const { user } = renderApp('/en/sub-accounts');
  await user.click(await screen.findByRole('button', { name: 'Switch to Driver' }));
  await user.click(await screen.findByRole('link', { name: 'Multi-SIM' }));
  // The previous page has such a button too.
  await screen.findByRole('heading', { name: 'Multi-SIM', level: 1 });
  await user.click(await screen.findByRole('button', { name: 'Use the main account' }));
  expect(await screen.findByRole('heading', { name: 'Primary SIM' })).toBeVisible();
});

const dataSim = { ...mainLine, properties: { ...mainLine.properties, data_sim: true } };

it.each(['/en/multi-sim', '/en/multi-sim/order'])(
  'says that a data SIM has no extra SIMs, and offers none (%s)',
  async (address) => {
    await signIn([dataSim]);
    serveSims([primary]);
    renderApp(address);
    expect(await screen.findByText(/A data SIM has none, so it cannot have extra SIMs/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Order an extra SIM' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  },
);

it('offers no extra SIM to a data SIM that would order a number (ORD-17)', async () => {
  await signIn([dataSim]);
  renderApp('/en/order-sim/select-number');
  expect(
    await screen.findByText(/^A new number gets an account of its own\. Sign out to order it\.$/),
  ).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Order a multi-SIM' })).toBeNull();
});
