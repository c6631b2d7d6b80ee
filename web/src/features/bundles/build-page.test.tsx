import { cleanup, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { prepaidLine, purchase, serveRecharge, takePurchase } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const steps = {
  data: [
    { amount: 1_024, price: 1_000 },
    { amount: 5_120, price: 2_800 },
  ],
  minutes: [{ amount: 100, price: 1_500 }],
  sms: [{ amount: 50, price: 400 }],
  days: [
    { days: 7, percent: 45 },
    { days: 30, percent: 100 },
  ],
};

const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  server.use(
    http.get(api('/bundles/steps'), () => HttpResponse.json({ data: steps })),
    http.get(api('/bundles/price'), ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      const amount = Number(searchParams.get('data'));
      const price = amount === 5_120 ? 2_800 : 1_000;
      const items = [{ type: 'data', unit: 'MB', amount }];
      return HttpResponse.json({
        data: { items, validityDays: Number(searchParams.get('days')), price, total: (price * 115) / 100 },
      });
    }),
  );
});

it('shows the price of the server for each choice', async () => {
  const { user } = renderApp('/en/build-your-bundle');
  const price = await screen.findByRole('region', { name: 'Your price' });
  await waitFor(() => expect(price).toHaveTextContent('10'));
  await user.click(screen.getByRole('radio', { name: '5 GB' }));
  await waitFor(() => expect(price).toHaveTextContent('28'));
  await user.click(screen.getByRole('radio', { name: 'for 7 days' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?data=5120&minutes=0&sms=0&days=7'));
});

it('asks for something to be chosen', async () => {
  await signIn([prepaidLine]);
  const { user } = renderApp('/en/build-your-bundle');
  const none = await screen.findAllByRole('radio', { name: 'None' });
  await user.click(none[0] as HTMLElement);
  expect(await screen.findByText('Choose some data, minutes or messages.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Create this bundle' })).toBeDisabled();
});

it('asks a visitor to sign in, and keeps the choice', async () => {
  const { user } = renderApp('/en/build-your-bundle');
  await user.click(await screen.findByRole('radio', { name: '5 GB' }));
  await user.click(screen.getByRole('radio', { name: 'for 7 days' }));
  const href = screen.getByRole('link', { name: 'Sign in to buy it' }).getAttribute('href') ?? '';
  const from = new URLSearchParams(href.split('?')[1]).get('from') ?? '';
  expect(from).toBe('/en/build-your-bundle?data=5120&minutes=0&sms=0&days=7');
  expect(screen.queryByRole('button', { name: 'Create this bundle' })).toBeNull();
  cleanup();
  await signIn([prepaidLine]);
  renderApp(from);
  expect(await screen.findByRole('radio', { name: '5 GB' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'for 7 days' })).toBeChecked();
  expect(screen.getByRole('button', { name: 'Create this bundle' })).toBeVisible();
});

it('buys the built bundle for the shown price', async () => {
  await signIn([prepaidLine]);
  serveRecharge();
  const sent = takePurchase({ kind: 'bundle', status: 'completed', way: 'balance' }, '/purchase/bundle');
  const { user, path } = renderApp('/en/customize-bundle');
  const create = await screen.findByRole('button', { name: 'Create this bundle' });
  await waitFor(() => expect(create).toBeEnabled());
  await user.click(create);
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { name: 'Create and buy this bundle?' })).toHaveFocus();
  expect(sent).toEqual([]);
  await user.click(await screen.findByRole('button', { name: /^Pay/ }));
  await waitFor(() => expect(path()).toBe(`/en/purchase/${purchase().id}`));
  expect(sent[0]?.body).toEqual({
    bundles: [{ build: { data: 1_024, minutes: 0, sms: 0, days: 30 } }],
    total: 1_000,
    pay: { way: 'balance' },
  });
});

it('says that there are no steps, or why they cannot be shown', async () => {
  server.use(
    http.get(api('/bundles/steps'), () => refuse(409, { message: 'Not now' }), { once: true }),
    http.get(api('/bundles/steps'), () =>
      HttpResponse.json({ data: { data: [], minutes: [], sms: [], days: [] } }),
    ),
  );
  const { user } = renderApp('/en/build-your-bundle');
  expect(await screen.findByText('Not now')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^There is nothing to build a bundle from/)).toBeVisible();
});
