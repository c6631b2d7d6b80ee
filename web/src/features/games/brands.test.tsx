import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Game } from '@/api/gen-vas';
import { prepaidLine, purchase, servePurchase } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { mainLine, signIn } from '@/testing/session';

const play: Game = {
  id: 'play',
  name: 'Play',
  redeem: 'Type it in the store.',
  refundable: true,
  denominations: [
    { id: 'play-50', name: '50 SAR', price: 5_000, total: 5_750 },
    { id: 'play-100', name: '100 SAR', price: 10_000, total: 11_500 },
  ],
};

const fire: Game = {
  ...play,
  id: 'fire',
  name: 'Fire',
  refundable: false,
  denominations: [{ id: 'fire-100', name: '100 diamonds', price: 450, total: 518 }],
};

const bought = purchase({
  kind: 'game',
  status: 'completed',
  way: 'balance',
  total: 5_000,
  vat: 0,
  game: {
    brand: 'play',
    name: 'Play 50 SAR',
    email: 'g•••@selfcare.example',
    mobile: '055•••0001',
    code: '••••9876',
    refundable: true,
  },
});

/** Serves the games on sale and the bought codes. */
async function open(at: string, { games = [play, fire], mine = [bought], line = prepaidLine } = {}) {
  await signIn([line]);
  servePurchase(bought);
  server.use(
    http.get(api('/games'), () => HttpResponse.json({ data: games })),
    http.get(api('/games/purchased'), () =>
      HttpResponse.json({ data: { items: mine, page: 1, per_page: 10, total: mine.length } }),
    ),
  );
  return renderApp(at);
}

it('shows the brands with their lowest price, and which are not refundable', async () => {
  await open('/en/games');
  expect(await screen.findByRole('heading', { name: 'Fire' })).toBeVisible();
  expect(screen.getByText('4.50').closest('p')).toHaveTextContent(/^From .*4\.50.* · From your balance$/);
  expect(screen.getAllByText('Not refundable')).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Choose a code of Play' })).toHaveAttribute(
    'href',
    '/en/games/play',
  );
});

it('shows a postpaid line no price from a balance (D8)', async () => {
  const { router } = await open('/en/games', { line: mainLine });
  const cheapest = (await screen.findByText('5.18')).closest('p');
  expect(cheapest).toHaveTextContent(/^From .*5\.18.* · by card, with VAT$/);
  expect(screen.queryByText('4.50')).toBeNull();
  await act(() => router.navigate('/en/games/fire'));
  expect(await screen.findByText('by card, with VAT')).toBeVisible();
  expect(screen.queryByText(/From your balance/)).toBeNull();
  expect(screen.queryByText('4.50')).toBeNull();
});

it('says that nothing is on sale, and retries after a failure', async () => {
  const { user } = await open('/en/games', { games: [] });
  expect(await screen.findByText('There are no codes on sale right now.')).toBeVisible();
  server.use(http.get(api('/games/purchased'), () => refuse(503, { message: 'Not now' })));
  await user.click(screen.getByRole('tab', { name: 'My codes' }));
  expect(await screen.findByText('Not now')).toBeVisible();
});

it('shows only the end of a bought code', async () => {
  await open('/en/games?tab=mine');
  expect(await screen.findByText('••••9876')).toBeVisible();
  expect(screen.getByText(/whole code is in the email/)).toBeVisible();
  expect(screen.getByRole('link', { name: /Purchase PU12345678/ })).toBeVisible();
});

it('asks for missing fields before the payment', async () => {
  const { user } = await open('/en/games/play');
  await user.clear(await screen.findByLabelText('Email'));
  await user.clear(screen.getByLabelText('Mobile number'));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByText('Choose a code.')).toBeVisible();
  expect(screen.getByText('Enter an email like name@example.com.')).toBeVisible();
  expect(screen.getByText('Enter a Saudi mobile number like 0550000001.')).toBeVisible();
  expect(screen.queryByText(/cannot return a code/)).toBeNull();
});

it('requires the consent that a code is not refundable', async () => {
  const { user } = await open('/en/games/fire');
  expect(await screen.findByText(/You cannot return a code of this game/)).toBeVisible();
  await user.click(screen.getByRole('radio', { name: /100 diamonds/ }));
  await user.clear(screen.getByLabelText('Email'));
  await user.paste('mailto:gamer@selfcare.example\u200f');
  await user.clear(screen.getByLabelText('Mobile number'));
  await user.type(screen.getByLabelText('Mobile number'), '٠٥٥٠٠٠٠٠٠١');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByText('Accept this to continue.')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'I accept that' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { name: 'Check and pay' })).toBeVisible();
  expect(screen.getByText('gamer@selfcare.example')).toBeVisible();
});

it('leads from a brand that is not on sale to the others', async () => {
  await open('/en/games/none');
  expect(await screen.findByText('This game is not on sale.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'To all games' })).toHaveAttribute('href', '/en/games');
});

it('tells a failed request from a brand that is not on sale, and asks again', async () => {
  await signIn([prepaidLine]);
  server.use(
    http.get(api('/games'), () => refuse(409, { message: 'Not now' }), { once: true }),
    http.get(api('/games'), () => HttpResponse.json({ data: [play] })),
  );
  const { user } = renderApp('/en/games/play');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  expect(screen.queryByText('This game is not on sale.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('radio', { name: /100 SAR/ })).toBeEnabled();
});

it('says that the code was sent to both addresses, and links all codes', async () => {
  await open(`/en/purchase/${bought.id}`);
  expect(
    await screen.findByRole('heading', { name: 'Your code was sent to your email and your mobile' }),
  ).toBeVisible();
  expect(screen.getByText('g•••@selfcare.example')).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'See your codes' })).toHaveAttribute(
      'href',
      '/en/games?tab=mine',
    ),
  );
});

it('fills in the addresses of a signed-in customer (BND-5)', async () => {
  await open('/en/games/play');
  expect(await screen.findByRole('textbox', { name: /E-?mail/i })).toHaveValue('main@selfcare.example');
  expect(screen.getByRole('textbox', { name: /Mobile/i })).toHaveValue('0570000003');
});

it('leaves the mobile number of a data SIM to its customer (BND-5)', async () => {
  const mobile_number = '830000000001';
  await signIn([{ ...prepaidLine, mobile_number }], { mobile_number });
  server.use(http.get(api('/games'), () => HttpResponse.json({ data: [play] })));
  renderApp('/en/games/play');
  expect(await screen.findByRole('textbox', { name: /^Mobile/ })).toHaveValue('');
});
