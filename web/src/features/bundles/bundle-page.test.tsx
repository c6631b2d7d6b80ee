import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Bundle } from '@/api/gen-bundles';
import { dayAhead } from '@/lib/text/days';
import { weekday } from '@/lib/text/format';
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

it('shows the details, and asks a visitor to sign in to buy', async () => {
  serveBundles([bundleOf({ single: true, subscriptions: ['prepaid'] })]);
  renderApp('/en/bundles/net-saver-5');
  expect(await screen.findByRole('heading', { level: 1, name: 'Net Saver 5 GB' })).toBeVisible();
  expect(screen.getByText('5 GB')).toBeVisible();
  expect(screen.getByText('for 30 days')).toBeVisible();
  expect(screen.getByText('Only one at a time on a line')).toBeVisible();
  expect(screen.getByText('For prepaid lines')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Sign in to buy it' })).toHaveAttribute(
    'href',
    '/en/login?from=%2Fen%2Fbundles%2Fnet-saver-5',
  );
});

it('shows a postpaid line no price from a balance (D8)', async () => {
  await signIn();
  serveRecharge();
  serveBundles([bundleOf()]);
  renderApp('/en/bundles/net-saver-5');
  expect(await screen.findByText('by card, with VAT')).toBeVisible();
  expect(screen.queryByText('from the balance')).toBeNull();
});

it.each(['nobodys', 'Net..Saver'])('says that one is not on sale: %s', async (id) => {
  serveBundles([]);
  renderApp(`/en/bundles/${id}`);
  expect(await screen.findByRole('heading', { name: 'This bundle is not on sale' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'All bundles' })).toHaveAttribute('href', '/en/bundles');
});

it('buys a bundle from the balance for the shown price after a confirmation', async () => {
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
  expect(sent).toEqual([]);
  await user.click(await screen.findByRole('button', { name: /^Pay/ }));
  await waitFor(() => expect(path()).toBe(`/en/purchase/${purchase().id}`));
  expect(await screen.findByText('Purchased, and ready to use')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Net Saver 5 GB' })).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toEqual({ bundles: [{ id: 'net-saver-5' }], total: 3_000, pay: { way: 'balance' } });
});

it('buys an add-on as an add-on, and says that it was added', async () => {
  await signIn([prepaidLine]);
  serveRecharge({ balance: 4_550 });
  serveBundles([bundleOf()]);
  const bundles = [{ ...bundleOf(), validUntil: '2026-12-24T09:00:00Z' }];
  const bought = { status: 'completed', way: 'balance', total: 3_000, vat: 0, amount: 0, bundles } as const;
  takePurchase({ kind: 'bundle', ...bought }, '/purchase/bundle');
  const { user, router } = renderApp('/en/add-ons-data');
  await user.click(await screen.findByRole('link', { name: 'Buy Net Saver 5 GB' }));
  await screen.findByRole('heading', { name: 'Buy this bundle' });
  await goOn(user);
  expect(await screen.findByRole('heading', { name: 'Buy this add-on?' })).toHaveFocus();
  await user.click(await screen.findByRole('button', { name: /^Pay/ }));
  expect(await screen.findByText('Add-on added, and ready to use')).toBeVisible();
  await waitFor(() => expect(router.state.location.state).toBeNull());
  expect(screen.getByText('Add-on added, and ready to use')).toBeVisible();
  expect(screen.queryByText(/^Purchased/)).toBeNull();
});

it('gives a bundle to another number, and shows its refusal at the field', async () => {
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
  const number = screen.getByRole('textbox', { name: "Recipient's number" });
  await user.type(number, '057');
  await goOn(user);
  expect(await screen.findByText('Type the whole number')).toBeVisible();
  await user.type(number, '1234567');
  await goOn(user);
  await user.click(await screen.findByRole('button', { name: /^Pay/ }));
  expect(await screen.findByText('This number is not one of ours.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: "Recipient's number" })).toHaveValue('0571234567');
});

it('begins on a chosen day, and shows its refusal at the field', async () => {
  const { user } = await open();
  const sent: unknown[] = [];
  server.use(
    http.post(api('/purchase/bundle'), async ({ request }) => {
      sent.push(await request.json());
      const message = 'Choose a day from 2026-12-02 to 2027-03-01.';
      return refuse(422, {
        message,
        messageKey: 'effective_date',
        fields: { 'options.effectiveDate': message },
      });
    }),
  );
  await user.click(await screen.findByRole('radio', { name: 'On a day you choose' }));
  await goOn(user);
  expect(await screen.findByText('Choose the day')).toBeVisible();
  const day = dayAhead(3);
  const field = screen.getByLabelText('The day it begins');
  expect(within(field).getByRole('option', { name: weekday(day, 'en') })).toBeVisible();
  await user.selectOptions(field, day);
  await goOn(user);
  expect(await screen.findByText('Begins on')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: /^Pay/ }));
  expect(await screen.findByText('Choose a day from 2026-12-02 to 2027-03-01.')).toBeVisible();
  expect(sent[0]).toMatchObject({ options: { activateLater: true, effectiveDate: day } });
});

it('changes the day of a bundle that waits', async () => {
  await signIn([prepaidLine]);
  const waits = purchase({ kind: 'bundle', status: 'scheduled', effectiveAt: '2026-12-01T21:00:00Z' });
  server.use(
    http.get(api('/purchases/:id'), () => HttpResponse.json({ data: waits })),
    http.put(api('/purchases/:id/activation'), async ({ request }) => {
      expect(await request.json()).toEqual({ effectiveDate: dayAhead(90) });
      return HttpResponse.json({ data: { ...waits, effectiveAt: '2026-12-23T21:00:00Z' } });
    }),
  );
  const { user } = renderApp(`/en/purchase/${waits.id}`);
  expect(await screen.findByRole('heading', { name: /^Paid. It starts on .*2 December 2026/ })).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Another day'), dayAhead(90));
  await user.click(screen.getByRole('button', { name: 'Change the day' }));
  expect(await screen.findByRole('heading', { name: /24 December 2026/ })).toBeVisible();
});

it('cancels a waiting bundle after a confirmation, and refunds it', async () => {
  await signIn([prepaidLine]);
  const waits = purchase({ kind: 'bundle', status: 'scheduled', effectiveAt: '2026-12-01T21:00:00Z' });
  server.use(
    http.get(api('/purchases/:id'), () => HttpResponse.json({ data: waits })),
    http.delete(api('/purchases/:id/activation'), () =>
      HttpResponse.json({ data: { ...waits, status: 'refunding' } }),
    ),
  );
  const { user } = renderApp(`/en/purchase/${waits.id}`);
  await user.click(await screen.findByRole('button', { name: 'Cancel the bundle' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this bundle?' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel the bundle' }));
  expect(await screen.findByText('Your money is on its way back')).toBeVisible();
});

it('says that the balance is too low, and keeps the other payment methods', async () => {
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

it('cannot be bought if it is sold out', async () => {
  await open({ left: 0 });
  expect(await screen.findByText('Sold out')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});

it('shows a failed delivery as failed', async () => {
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

it.each([
  { choice: undefined, renew: true, said: true },
  { choice: 'Let it end', renew: undefined, said: false },
])('renews unless its buyer lets it end: $choice', async ({ choice, renew, said }) => {
  const sent = takePurchase({ kind: 'bundle', status: 'completed', way: 'balance' }, '/purchase/bundle');
  const { user } = await open({ renews: true, subscriptions: ['prepaid'] });
  expect(await screen.findByText('Can renew by itself from your balance')).toBeVisible();
  if (choice) {
    await user.click(await screen.findByRole('radio', { name: choice }));
  }
  await goOn(user);
  await screen.findByRole('heading', { name: 'Buy this bundle?' });
  const terms = screen.queryByText('It renews from your balance every 30 days until you turn renewal off.');
  expect(terms !== null).toBe(said);
  await user.click(await screen.findByRole('button', { name: /^Pay/ }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    bundles: [{ id: 'net-saver-5' }],
    ...(renew && { renew }),
    total: 3_000,
    pay: { way: 'balance' },
  });
});

it('asks about no renewal of a gift, nor if the bundle has none', async () => {
  const { user } = await open({ renews: true, subscriptions: ['prepaid'] });
  expect(await screen.findByRole('radio', { name: 'Renew it' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'A gift' }));
  expect(screen.queryByRole('radio', { name: 'Renew it' })).toBeNull();
});
