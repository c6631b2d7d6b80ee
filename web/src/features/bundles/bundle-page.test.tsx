import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Bundle } from '@/api/gen-bundles';
import { bundleOf, serveBundles } from '@/testing/bundles';
import { prepaidLine, purchase, serveRecharge, takePurchase } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

async function open(over: Partial<Bundle> = {}, balance = 4_550) {
  await signIn([prepaidLine]);
  serveRecharge({ balance });
  serveBundles([bundleOf(over)]);
  return renderApp('/en/bundles/net-saver-5');
}

type User = Awaited<ReturnType<typeof open>>['user'];
const goOn = (user: User) => user.click(screen.getByRole('button', { name: 'Continue' }));

it('shows all there is to know, and has a visitor sign in to buy', async () => {
  serveBundles([bundleOf({ single: true, subscriptions: ['prepaid'] })]);
  renderApp('/en/bundles/net-saver-5');
  expect(await screen.findByRole('heading', { level: 1, name: 'Net Saver 5 GB' })).toBeVisible();
  expect(screen.getByText('5 GB')).toBeVisible();
  expect(screen.getByText('for 30 days')).toBeVisible();
  expect(screen.getByText('Once at a time on a line')).toBeVisible();
  expect(screen.getByText('For prepaid lines')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Sign in to buy it' })).toHaveAttribute('href', '/en/login');
});

it.each(['nobodys', 'Net..Saver'])('says that one is not on sale: %s', async (id) => {
  serveBundles([]);
  renderApp(`/en/bundles/${id}`);
  expect(await screen.findByRole('heading', { name: 'This bundle is not on sale' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'All bundles' })).toHaveAttribute('href', '/en/bundles');
});

it('is bought from the balance after it is confirmed, with the price that was seen', async () => {
  const bought = {
    kind: 'bundle',
    status: 'completed',
    way: 'balance',
    total: 3_000,
    vat: 0,
    amount: 0,
  } as const;
  const sent = takePurchase(
    { ...bought, bundles: [{ ...bundleOf(), validUntil: '2026-12-24T09:00:00Z' }] },
    '/purchase/bundle',
  );
  const { user, path } = await open();
  await screen.findByRole('heading', { name: 'Buy this bundle' });
  await goOn(user);
  expect(await screen.findByRole('heading', { name: 'Buy this bundle?' })).toHaveFocus();
  await user.click(await screen.findByRole('button', { name: /^Pay/ }));
  await waitFor(() => expect(path()).toBe(`/en/purchase/${purchase().id}`));
  expect(await screen.findByText('Purchased: your bundle is there')).toBeVisible();
  expect(screen.getByText('Net Saver 5 GB')).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toEqual({ bundles: [{ id: 'net-saver-5' }], total: 3_000, pay: { way: 'balance' } });
});

it('is a gift for another number, whose refusal is shown where it was typed', async () => {
  const { user } = await open();
  server.use(
    http.post(api('/purchase/bundle'), async ({ request }) => {
      expect(await request.json()).toMatchObject({ gift: '0571234567' });
      return refuse(422, {
        message: 'This number is not one of ours.',
        messageKey: 'friend_of_another_operator',
        fields: { gift: 'This number is not one of ours.' },
      });
    }),
  );
  await user.click(await screen.findByRole('radio', { name: 'A gift' }));
  const number = screen.getByRole('textbox', { name: 'Number of whoever gets it' });
  await user.type(number, '057');
  await goOn(user);
  expect(await screen.findByText('Type the whole number')).toBeVisible();
  await user.type(number, '1234567');
  await goOn(user);
  await user.click(await screen.findByRole('button', { name: /^Pay/ }));
  expect(await screen.findByText('This number is not one of ours.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Number of whoever gets it' })).toHaveValue('0571234567');
});

it('says that the balance is too low, and keeps the other ways', async () => {
  const { user } = await open({}, 2_999);
  await screen.findByRole('heading', { name: 'Buy this bundle' });
  await goOn(user);
  expect(await screen.findByText(/^Your balance does not cover it/)).toBeVisible();
});

it('says why it could not be bought, and goes back', async () => {
  const { user } = await open();
  server.use(
    http.post(api('/purchase/bundle'), () =>
      refuse(409, { message: 'This bundle is sold out.', messageKey: 'bundle_sold_out' }),
    ),
  );
  await screen.findByRole('heading', { name: 'Buy this bundle' });
  await goOn(user);
  await user.click(await screen.findByRole('button', { name: /^Pay/ }));
  expect(await screen.findByText('This bundle is sold out.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change' }));
  expect(await screen.findByRole('heading', { name: 'Buy this bundle' })).toBeVisible();
});

it('cannot be bought where none is left', async () => {
  await open({ left: 0 });
  expect(await screen.findByText('Sold out')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});

it('has failed where it could not be delivered', async () => {
  await signIn([prepaidLine]);
  server.use(
    http.get(api('/purchases/:id'), () =>
      HttpResponse.json({
        data: purchase({ kind: 'bundle', status: 'failed', refundedAt: '2026-11-24T09:00:00Z' }),
      }),
    ),
  );
  renderApp(`/en/purchase/${purchase().id}`);
  expect(await screen.findByText('Oops, Purchase has failed!')).toBeVisible();
  expect(screen.getByText(/^Your money went back on/)).toBeVisible();
});
