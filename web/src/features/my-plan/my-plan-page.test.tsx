import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { PlanSubscription } from '@/api/gen-session';
import { day } from '@/lib/text/format';
import { followed, hawakom55, hawakom90, postpaid200, servePlan, startsLater } from '@/testing/my-plan';
import { prepaidLine } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

async function open(subscription?: PlanSubscription, plan = hawakom55, language = 'en') {
  await signIn([prepaidLine]);
  servePlan(subscription, plan);
  return renderApp(`/${language}/my-plan`);
}

const main = () => within(screen.getByRole('main'));
/** Finds the notice with this title. */
const notice = async (title: string) => {
  const found = (await screen.findByText(title)).closest<HTMLElement>('[data-tone]');
  return { tone: found?.dataset.tone, ...within(found ?? document.body) };
};
const short = { at: followed().until, amount: 4_783, paidBy: 'balance', covered: false } as const;

it('shows the plan, the progress of its cycle and the price of its renewal', async () => {
  const subscription = followed();
  await open(subscription);
  expect(await screen.findByRole('heading', { name: 'Hawakom 55', level: 2 })).toBeVisible();
  const card = within(screen.getByRole('region', { name: 'Hawakom 55' }));
  expect(card.getByText('Active')).toHaveAttribute('data-tone', 'positive');
  expect(card.getByText(/every 30 days \(VAT included\)/)).toBeVisible();
  expect(card.getByText('20 days left')).toBeVisible();
  const renewal = day(subscription.until, 'en');
  expect(card.getByText(`Renews on ${renewal}`)).toBeVisible();
  const bar = card.getByRole('progressbar', { name: "Progress of your plan's cycle" });
  expect(bar).toHaveAttribute('aria-valuenow', '33');
  expect(
    screen.getByText(
      `Renews on ${renewal}: SAR 47.83 from your balance (without VAT: you paid it when you recharged).`,
    ),
  ).toBeVisible();
  expect(screen.queryByText('Commitment')).toBeNull();
});

it('leads to the recharge when the balance does not cover the renewal', async () => {
  await open(followed({ renewal: short }));
  const said = await notice('Your balance does not cover the renewal');
  expect(said.tone).toBe('warning');
  expect(said.getByText(/needs SAR 47\.83 on/)).toBeVisible();
  expect(said.getByRole('link', { name: 'Recharge' })).toHaveAttribute('href', '/en/recharge');
});

it('shows a postpaid plan without a stop, with its cost of leaving', async () => {
  const renewal = { ...short, amount: 20_000, paidBy: 'invoice', covered: true } as const;
  await open(followed({ renewal, commitment: { monthsLeft: 7, leavingCosts: 40_250 } }), postpaid200);
  expect(await screen.findByText(/SAR 200 on your bill, VAT included/)).toBeVisible();
  expect(screen.getByText(/7 months of your commitment are left.*SAR 402\.50/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /auto-renew/i })).toBeNull();
  expect(await screen.findByText('There is no other plan for your line at the moment.')).toBeVisible();
});

it('shows the end of a plan without renewal', async () => {
  const subscription = followed({ autoRenew: false, renewal: undefined, until: '2099-12-20T21:00:00Z' });
  await open(subscription);
  expect(await screen.findByText('Ends after 20 December 2099')).toBeVisible();
  expect(screen.getByText('Off: your plan ends with its cycle.')).toBeVisible();
  expect(screen.queryByText('Next renewal')).toBeNull();
});

it('says that the next cycle is already paid', async () => {
  await open(followed({ from: '2099-01-01T21:00:00Z', until: '2099-01-31T21:00:00Z' }));
  expect(await screen.findByText('Your next cycle is paid for. It begins on 2 January 2099.')).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
});

it('shows the missing amount and the last day during grace', async () => {
  const grace = { until: '2026-12-27T09:00:00Z', missing: 1_250 };
  await open(followed({ stage: 'grace', grace, renewal: short }));
  const said = await notice('Your plan could not be renewed');
  expect(said.tone).toBe('warning');
  expect(
    said.getByText(/need SAR 12\.50 more in your balance. Recharge by Sunday,? 27 December/),
  ).toBeVisible();
  expect(said.getByRole('link', { name: 'Recharge' })).toBeVisible();
  expect(screen.getByText('Not renewed')).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('shows the last day to recharge an inactive line', async () => {
  await open(
    followed({ stage: 'expired', service: 'incoming', renewal: short, lineEndsAt: '2027-06-01T09:00:00Z' }),
  );
  const said = await notice('Your plan has expired');
  expect(said.getByText(/Recharge or use your line by .*Jun.*12:00.*it will be closed/)).toBeVisible();
});

it('says what works after the plan has expired, and that a recharge restores it', async () => {
  await open(followed({ stage: 'expired', service: 'incoming', renewal: short }));
  const said = await notice('Your plan has expired');
  expect(said.tone).toBe('negative');
  expect(said.getByText(/You can make only emergency calls.*needs SAR 47\.83/)).toBeVisible();
  expect(said.getByRole('link', { name: 'Recharge' })).toBeVisible();
});

it('asks for no recharge if the balance covers the plan', async () => {
  await open(followed({ stage: 'expired', service: 'incoming', renewal: { ...short, covered: true } }));
  const said = await notice('Your plan has expired');
  expect(said.getByText(/comes back within moments/)).toBeVisible();
  expect(said.queryByRole('link', { name: 'Recharge' })).toBeNull();
  servePlan(followed());
  expect(await screen.findByText('20 days left', undefined, { timeout: 8_000 })).toBeVisible();
}, 15_000);

it('says only that a line has left', async () => {
  await open(followed({ stage: 'ended', service: 'none', autoRenew: false, renewal: undefined }));
  expect(await screen.findByText('This line is no longer with us, and its plan has ended.')).toBeVisible();
  expect(main().queryAllByRole('button', { name: /^(?!All pages of my line)/ })).toEqual([]);
});

it.each([
  ['It is paid for and can no longer be changed.', { scheduled: startsLater(hawakom90, true) }],
  [
    'It is being prepared and can no longer be changed.',
    { scheduled: startsLater(hawakom90), changeableUntil: '2020-01-01T00:00:00Z' },
  ],
])('leaves a switch alone that is under way: %s', async (words, over) => {
  await open(followed(over));
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByText(/^Hawakom 90 starts on/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Cancel the switch' })).toBeNull();
});

it('shows only the plan if its cycles are not followed', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'Hawakom 55' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Choose another plan' })).toBeNull();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('shows the rates beyond the plan', async () => {
  servePlan(followed());
  open();
  expect(await screen.findByRole('heading', { name: 'Pay as you go' })).toBeVisible();
  expect(screen.getByText('Local minute')).toBeVisible();
  expect(screen.getByText(/per minute/)).toBeVisible();
});

it('says that a line has no plan', async () => {
  await signIn([prepaidLine]);
  server.use(http.get(api('/users/plan'), () => HttpResponse.json({ data: { rates: [] } })));
  renderApp('/en/my-plan');
  expect(await screen.findByText(/^There is no plan on this line\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Choose a plan' })).toHaveAttribute('href', '/en/plans');
});

it('says why the plan cannot be shown, and asks again', async () => {
  await signIn([prepaidLine]);
  servePlan(followed());
  server.use(http.get(api('/users/plan'), () => refuse(409, { message: 'Not now' }), { once: true }));
  const { user } = renderApp('/en/my-plan');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('20 days left')).toBeVisible();
});

it('shows the plan if the others cannot be read, and retries them', async () => {
  await signIn([prepaidLine]);
  servePlan(followed());
  server.use(http.get(api('/plans'), () => refuse(409, { message: 'No plans now' }), { once: true }));
  const { user } = renderApp('/en/my-plan');
  expect(await screen.findByRole('alert')).toHaveTextContent('No plans now');
  expect(screen.getByText('20 days left')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Hawakom 130' })).toBeVisible();
});

it('speaks Arabic with its own plurals', async () => {
  await open(followed({ until: new Date(Date.now() + 1.5 * 86_400_000).toISOString() }), hawakom55, 'ar');
  expect(await screen.findByText('بقي يومان')).toBeVisible();
});

it('is an entry of the sidebar', async () => {
  await open(followed());
  const sidebar = within(await screen.findByRole('navigation', { name: 'Your line' }));
  expect(sidebar.getByRole('link', { name: 'My plan' })).toHaveAttribute('aria-current', 'page');
});
