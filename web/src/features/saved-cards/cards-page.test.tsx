import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { SavedCard } from '@/api/gen-lines';
import { card, cardToken, giveToken, purchase, takePurchase } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, serveConfiguration, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const visa = card({
  id: '01920000-0000-7000-8000-0000000000c2',
  brand: 'VISA',
  last4: '1111',
  default: false,
  expiresSoon: true,
});
const old = card({
  id: '01920000-0000-7000-8000-0000000000c3',
  last4: '0551',
  default: false,
  expired: true,
  expiryYear: 2025,
});

const serveCards = (...cards: SavedCard[]) =>
  server.use(http.get(api('/users/current/cards'), () => HttpResponse.json({ data: cards })));

async function open(...cards: SavedCard[]) {
  await signIn();
  serveCards(...cards);
  return renderApp('/en/cards');
}

const row = (last4: string) =>
  within(screen.getByRole('heading', { name: new RegExp(last4) }).closest('li') ?? document.body);

it('lists the cards with their actions', async () => {
  await open(card(), visa, old);
  expect(await screen.findByRole('heading', { name: /mada •••• 0015/ })).toBeVisible();
  expect(row('0015').getByText('Default')).toBeVisible();
  expect(row('0015').getByText('12/2090')).toBeVisible();
  expect(row('0015').queryByRole('button', { name: /Make default/ })).toBeNull();
  expect(row('1111').getByText('Expires soon')).toBeVisible();
  expect(row('1111').getByRole('button', { name: /^Make default: Visa/ })).toBeVisible();
  expect(row('0551').getByText(/^Expired/)).toBeVisible();
  expect(row('0551').getByText(/can no longer be used/)).toBeVisible();
  expect(row('0551').queryByRole('button', { name: /Make default/ })).toBeNull();
});

it('shows the masked number, holder, expiry and default of a card', async () => {
  await open(
    card({ holder: 'NOURA ALHARBI', last4: '0015', expiryMonth: 3, expiryYear: 2091 }),
    card({
      id: visa.id,
      brand: 'MASTER',
      holder: 'SARA ALI',
      last4: '5100',
      expiryMonth: 11,
      expiryYear: 2092,
      default: false,
    }),
  );
  expect(await screen.findByRole('heading', { name: /mada •••• 0015/ })).toBeVisible();
  expect(row('0015').getByText('NOURA ALHARBI')).toBeVisible();
  expect(row('0015').getByText('03/2091')).toBeVisible();
  expect(row('0015').getByText('Default')).toBeVisible();
  expect(screen.getByRole('heading', { name: /Mastercard •••• 5100/ })).toBeVisible();
  expect(row('5100').getByText('SARA ALI')).toBeVisible();
  expect(row('5100').getByText('11/2092')).toBeVisible();
  expect(row('5100').queryByText('Default')).toBeNull();
});

it('says that there are no cards yet', async () => {
  await open();
  expect(await screen.findByText('You have no saved cards yet.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add a card' })).toBeVisible();
});

it('makes a card the default', async () => {
  const { user } = await open(card(), visa);
  const keys: (string | null)[] = [];
  server.use(
    http.put(api(`/users/current/cards/${visa.id}/default`), ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      serveCards({ ...visa, default: true }, card({ default: false }));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await user.click(await screen.findByRole('button', { name: /^Make default: Visa/ }));
  expect(await screen.findByText(/is offered first from now on/)).toBeVisible();
  expect(row('1111').getByText('Default')).toBeVisible();
  expect(keys[0]).toHaveLength(32);
});

it('says why the default stays', async () => {
  const { user } = await open(card(), visa);
  server.use(http.put(api('/users/current/cards/:id/default'), () => refuse(409, { message: 'Not now' })));
  await user.click(await screen.findByRole('button', { name: /^Make default: Visa/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
});

it('deletes a card only after a confirmation', async () => {
  const { user } = await open(card(), visa);
  server.use(
    http.delete(api(`/users/current/cards/${visa.id}`), () => {
      serveCards(card());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await user.click(await screen.findByRole('button', { name: /^Delete: Visa/ }));
  await user.click(await screen.findByRole('button', { name: 'Keep it' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Delete: Visa/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Delete Visa ending in/ }));
  await user.click(dialog.getByRole('button', { name: 'Delete the card' }));
  expect(await screen.findByText('The card is deleted.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: /1111/ })).toBeNull();
});

it('says in the dialog why a card cannot be deleted', async () => {
  const { user } = await open(card());
  server.use(
    http.delete(api('/users/current/cards/:id'), () => refuse(409, { message: 'It is paying right now' })),
  );
  await user.click(await screen.findByRole('button', { name: /^Delete: mada/ }));
  await user.click(await screen.findByRole('button', { name: 'Delete the card' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('It is paying right now');
});

it('adds a card by the provider, shows the price of its check, and opens its purchase', async () => {
  serveConfiguration({ cardCheck: 200 });
  const { user, path } = await open();
  const calls = takePurchase({ kind: 'card', status: 'checking' }, '/users/current/cards');
  await user.click(await screen.findByRole('button', { name: 'Add a card' }));
  expect(await screen.findByText(/give the amount back at once/)).toHaveTextContent(/\b2$/);
  await giveToken();
  await waitFor(() => expect(path()).toBe(`/en/purchase/${purchase().id}`));
  expect(calls[0]?.body).toEqual({ cardToken });
  expect(calls[0]?.key).toHaveLength(32);
  expect(await screen.findByRole('heading', { level: 1, name: 'New card' })).toBeVisible();
});

it('says why a card could not be added, and lets it be tried again', async () => {
  const { user } = await open();
  server.use(
    http.post(api('/users/current/cards'), () => refuse(409, { message: 'You keep as many as you may' })),
  );
  await user.click(await screen.findByRole('button', { name: 'Add a card' }));
  await giveToken();
  expect(await screen.findByRole('alert')).toHaveTextContent('You keep as many as you may');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Add a card' })).toBeVisible();
});

it('says why the cards cannot be shown, and asks again', async () => {
  await signIn();
  serveCards(card());
  server.use(
    http.get(api('/users/current/cards'), () => refuse(409, { message: 'Not now' }), { once: true }),
  );
  const { user } = renderApp('/en/cards');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: /0015/ })).toBeVisible();
});
