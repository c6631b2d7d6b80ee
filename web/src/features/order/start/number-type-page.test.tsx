import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { esimAt, portAt } from '@/testing/kinds';
import { orderId } from '@/testing/order';
import { renderApp } from '@/testing/render';
import { api, refuse, server, takeStart } from '@/testing/server';

it('leads to the shop for a SIM card and a new number', async () => {
  const { user, path } = renderApp('/en/order-sim/number-type-selection');
  expect(await screen.findByRole('radio', { name: /^SIM card/ })).toBeChecked();
  await user.click(screen.getByRole('link', { name: 'Continue' }));
  await waitFor(() => expect(path()).toBe('/en/order-sim/select-number'));
});

it('shows a choice at once, and keeps the other choice', async () => {
  const { user, path } = renderApp('/en/order-sim/number-type-selection');
  await user.click(await screen.findByRole('radio', { name: /^Bring my number/ }));
  const esim = screen.getByRole('radio', { name: /^eSIM/ });
  fireEvent.click(esim);
  expect(esim).toBeChecked();
  expect(screen.getByRole('radio', { name: /^Bring my number/ })).toBeChecked();
  expect(path()).toBe('/en/order-sim/number-type-selection');
});

it('starts an eSIM for a phone of the list', async () => {
  const bodies = takeStart(esimAt('number-selection'));
  const { user, path } = renderApp('/en/order-sim/number-type-selection?sim=esim');
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Choose your phone from the list')).toBeVisible();
  expect(bodies).toHaveLength(0);
  await user.type(screen.getByRole('searchbox', { name: 'Brand or model' }), 'iphone 16');
  await user.click(await screen.findByRole('radio', { name: 'Apple iPhone 16' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(path()).toBe(`/en/order-sim/${orderId}/select-number`));
  expect(bodies).toEqual([{ kind: 'esim', numberSource: 'new', device: { model: 'apple-iphone-16' } }]);
});

it('says that no phone of the list has such a name', async () => {
  server.use(http.get(api('/lookup/devices'), () => HttpResponse.json({ items: [] })));
  renderApp('/en/order-sim/number-type-selection?sim=esim');
  expect(
    await screen.findByText('We do not know this phone. Check the spelling, or enter its EID.'),
  ).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Enter its EID' })).toBeEnabled();
});

it('says why phones cannot be shown, and asks again', async () => {
  server.use(http.get(api('/lookup/devices'), () => refuse(409, { message: 'Not now' }), { once: true }));
  const { user } = renderApp('/en/order-sim/number-type-selection?sim=esim');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('radio', { name: 'Apple iPhone 16' })).toBeEnabled();
});

it('takes an EID in digits of either script, and shows a refusal at its field', async () => {
  const bodies: unknown[] = [];
  server.use(
    http.post(api('/orders'), async ({ request }) => {
      bodies.push(await request.json());
      return refuse(422, { message: 'Refused', messageKey: 'eid_invalid', fields: { eid: 'No such EID' } });
    }),
  );
  const { user } = renderApp('/en/order-sim/number-type-selection?sim=esim');
  await user.click(await screen.findByRole('radio', { name: 'Enter its EID' }));
  const eid = screen.getByRole('textbox', { name: 'EID' });
  await user.type(eid, '8904903200');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByText(/You have entered 10/)).toBeVisible();
  expect(eid).toHaveFocus();
  await user.clear(eid);
  await user.type(eid, '8904 9032 0000 0000 0000 0000 0000 1821');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByText(/A digit of this EID is wrong/)).toBeVisible();
  expect(bodies).toEqual([]);
  await user.clear(eid);
  await user.type(eid, '٨٩٠٤ 9032 0000 0000 0000 0000 0000 1812');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('No such EID')).toBeVisible();
  expect(bodies).toEqual([
    { kind: 'esim', numberSource: 'new', device: { eid: '89049032000000000000000000001812' } },
  ]);
});

it('starts a port for a number of another operator', async () => {
  const bodies = takeStart(portAt('mnp-number-selection'));
  const { user, path } = renderApp('/en/order-sim/bring-your-number');
  expect(await screen.findByRole('radio', { name: /^Bring my number/ })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(path()).toBe(`/en/order-sim/${orderId}/bring-your-number`));
  expect(bodies).toEqual([{ kind: 'sim', numberSource: 'port-in' }]);
});
