import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { RechargeOptions } from '@/api/gen-purchases';
import type { Dashboard, Plan, PlanSubscription } from '@/api/gen-session';
import { queries } from '@/lib/http/query-client';
import { followed, servePlan } from '@/testing/my-plan';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { mainLine, signIn, subLine } from '@/testing/session';

const dashboard: Dashboard = {
  proprties: { subscription_type: 'postpaid', mobile_number: '0570000003', data_sim: false },
  balance: { amount: 33_350, currency: 'SAR' },
  consumption: [
    {
      type: 'data',
      unit: 'MB',
      total: 15_360,
      used: 6_300,
      unlimited: false,
      valid_until: '2026-12-10T00:00:00Z',
    },
    { type: 'local_min', unit: 'minute', total: 300, used: 300, unlimited: false },
    { type: 'social_media', unit: 'MB', used: 512, unlimited: true },
  ],
  additional_widgets: [
    { key: 'my-orders', title: 'Orders of mine' },
    { key: 'page-of-another-release', title: 'Nowhere' },
  ],
};

const plan: Plan = {
  id: 'postpaid-290',
  externalId: 'POSTPAID-290',
  kind: 'voice',
  name: 'Postpaid 290',
  price: 29_000,
  priceIncludesVat: true,
  subscriptionType: 'postpaid',
  featured: false,
  promoted: false,
  category: 'postpaid',
  validityDays: 30,
  renews: true,
  takesPorted: true,
  items: [{ type: 'data', unit: 'MB', label: 'Unlimited data' }],
};

function serveDashboard(over: Partial<Dashboard> = {}, ofPlan: Plan | undefined = plan): void {
  server.use(
    http.get(api('/dashboard'), () => HttpResponse.json({ data: { ...dashboard, ...over } })),
    http.get(api('/users/plan'), () => HttpResponse.json({ data: { plan: ofPlan, rates: [] } })),
  );
}

it('shows the name, the amount to pay and the allowances', async () => {
  await signIn();
  serveDashboard();
  renderApp('/en/dashboard');
  expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Sara' })).toBeVisible();
  expect(await screen.findByText('Left to pay on your bills')).toBeVisible();
  expect(screen.getByText('333.50')).toBeVisible();
  expect(await screen.findByText('Postpaid 290')).toBeVisible();
  expect(screen.getByText('8.8 GB left')).toBeVisible();
  expect(screen.getByText('of 15 GB')).toBeVisible();
  expect(screen.getByText('Until 10 December 2026')).toBeVisible();
  expect(screen.getByText('Used up')).toBeVisible();
  expect(screen.getByText('512 MB used')).toBeVisible();
  expect(screen.getByRole('meter', { name: 'Data' })).toHaveAttribute(
    'aria-valuetext',
    'Data: 8.8 GB of 15 GB left',
  );
  expect(screen.getByRole<HTMLMeterElement>('meter', { name: 'Data' }).value).toBe(9060);
});

it('shows one ring with the sum of all data, and its parts in the order of their use (D11)', async () => {
  await signIn();
  const data = { type: 'data', unit: 'MB', unlimited: false } as const;
  const consumption = [
    { ...data, total: 1_024, used: 1_024, valid_until: '2026-12-01T00:00:00Z' },
    { ...data, total: 15_360, used: 0, valid_until: '2026-12-10T00:00:00Z' },
    { ...data, total: 1_024, used: 0, valid_until: '2026-12-20T00:00:00Z' },
  ];
  serveDashboard({ consumption });
  renderApp('/en/dashboard');
  const name = await screen.findByRole('heading', { level: 3, name: 'Data' });
  const row = within(name.closest('li') as HTMLElement);
  expect(row.getByText('16 GB left')).toBeVisible();
  expect(row.getByText('of 17 GB')).toBeVisible();
  expect(row.getByRole<HTMLMeterElement>('meter', { name: 'Data' }).value).toBe(16_384);
  expect(row.getAllByRole('listitem').map((part) => part.textContent)).toEqual([
    'Used up of 1 GBUntil 1 December 2026',
    '15 GB left of 15 GBUntil 10 December 2026',
    '1 GB left of 1 GBUntil 20 December 2026',
  ]);
});

it('puts the data first, and sums other allowances of the same name', async () => {
  await signIn();
  const minutes = { type: 'local_min', unit: 'minute', unlimited: false } as const;
  serveDashboard({
    consumption: [
      { ...minutes, total: 300, used: 100, valid_until: '2026-12-10T00:00:00Z' },
      { type: 'data', unit: 'MB', total: 1_024, used: 0, unlimited: false },
      { ...minutes, total: 50, used: 0, valid_until: '2026-12-20T00:00:00Z' },
    ],
  });
  renderApp('/en/dashboard');
  await screen.findByText('250 minutes left');
  const names = screen.getAllByRole('heading', { level: 3 }).map((name) => name.textContent);
  expect(names).toEqual(['Data', 'Local minutes']);
});

const packs: RechargeOptions = {
  kinds: ['recharge', 'data-recharge'],
  presets: [],
  minimum: 1_000,
  maximum: 100_000,
  vatPercent: 15,
  voucherLength: 14,
  data: [
    { id: 'data-20', name: '20 GB', megabytes: 20_480, validityDays: 30, price: 7_826, total: 9_000 },
    { id: 'data-5', name: '5 GB', megabytes: 5_120, validityDays: 30, price: 3_043, total: 3_500 },
  ],
};

const servePacks = (options: Partial<RechargeOptions> = {}) =>
  server.use(http.get(api('/recharge/options'), () => HttpResponse.json({ data: { ...packs, ...options } })));

const usedUp: Dashboard['consumption'] = [
  { type: 'data', unit: 'MB', total: 1_024, used: 1_024, unlimited: false },
];

it('offers the cheapest data pack where the data is used up, and opens its payment', async () => {
  await signIn();
  serveDashboard({ consumption: usedUp });
  servePacks();
  const { user, router } = renderApp('/en/dashboard');
  await user.click(await screen.findByRole('link', { name: /Add 5 GB for.*35/ }));
  await waitFor(() => expect(router.state.location.search).toBe('?tab=dataRecharge&pack=data-5'));
  expect(await screen.findByRole('heading', { name: 'Check and pay' })).toBeVisible();
  expect(screen.getByText('5 GB')).toBeVisible();
});

it.each<[string, Partial<RechargeOptions>]>([
  ['none is on sale', { data: [] }],
  ['the line cannot buy one', { kinds: ['recharge'] }],
])('offers no data pack if %s', async (_, options) => {
  await signIn();
  serveDashboard({ consumption: usedUp });
  servePacks(options);
  renderApp('/en/dashboard');
  expect(await screen.findByText('Used up')).toBeVisible();
  expect(screen.queryByRole('link', { name: /Add .* for/ })).toBeNull();
});

it.each([
  ['multi_sim', 'Multi-SIM', 'الشرائح الإضافية'],
  ['allowance', 'Allowance', 'مزايا إضافية'],
  ['social_person', 'Social media for one person', 'تواصل اجتماعي لشخص'],
  ['email', 'Email', 'البريد الإلكتروني'],
])('has a name of its own for the allowance %s, in both languages', async (type, english, arabic) => {
  await signIn();
  serveDashboard({ consumption: [{ type, unit: 'MB', total: 1_024, used: 0, unlimited: false }] });
  const { router } = renderApp('/en/dashboard');
  const named = await screen.findByRole('heading', { level: 3, name: english });
  expect(named.closest('li')).toHaveTextContent('1 GB left');
  await router.navigate('/ar/dashboard');
  await waitFor(() => expect(screen.getByRole('heading', { level: 3, name: arabic })).toBeVisible());
});

it('leads only to pages of the site', async () => {
  await signIn();
  serveDashboard();
  renderApp('/en/dashboard');
  const more = within(await screen.findByRole('navigation', { name: 'Do more' }));
  expect(more.getAllByRole('link')).toHaveLength(1);
  expect(more.getByRole('link', { name: 'Orders of mine' })).toHaveAttribute('href', '/en/my-orders');
});

it('tells a prepaid line how long its balance is good for', async () => {
  await signIn();
  serveDashboard({
    proprties: {
      subscription_type: 'prepaid',
      mobile_number: '0570000005',
      data_sim: false,
      nickname: 'Driver',
    },
    balance: { amount: 4_550, currency: 'SAR', valid_until: '2026-12-10T00:00:00Z' },
  });
  renderApp('/en/dashboard');
  expect(await screen.findByText('Your balance')).toBeVisible();
  expect(screen.getByText('Valid until 10 December 2026')).toBeVisible();
  expect(screen.getByText('Driver')).toBeVisible();
  const main = within(screen.getByRole('main'));
  const card = main.getByText('Your balance').closest('section');
  expect(within(card ?? document.body).getByRole('link', { name: 'Recharge' })).toHaveAttribute(
    'href',
    '/en/recharge?tab=balanceRecharge&amount=last',
  );
});

it('offers a postpaid line its bills in place of a recharge', async () => {
  await signIn();
  serveDashboard();
  renderApp('/en/dashboard');
  const card = (await screen.findByText('Left to pay on your bills')).closest('section');
  const links = within(card ?? document.body).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/en/my-bills']);
});

it('speaks Arabic with its own plurals', async () => {
  await signIn();
  serveDashboard({
    consumption: [{ type: 'local_min', unit: 'minute', total: 25, used: 22, unlimited: false }],
  });
  renderApp('/ar/dashboard');
  expect(await screen.findByText('المتبقي 3 دقائق')).toBeVisible();
});

it('says that the balance cannot be read, keeps the plan, and tries again', async () => {
  await signIn();
  serveDashboard();
  server.use(http.get(api('/dashboard'), () => refuse(409, { message: 'Not now' }), { once: true }));
  const { user } = renderApp('/en/dashboard');
  const failure = await screen.findByRole('alert');
  expect(failure).toHaveTextContent('Cannot get your balance, please check support');
  expect(failure).toHaveTextContent('Not now');
  expect(await screen.findByText('Postpaid 290')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('333.50')).toBeVisible();
});

it('greets with the Arabic name if it is known (D12)', async () => {
  await signIn(undefined, { first_name_ar: 'سارة', last_name_ar: 'القحطاني' });
  serveDashboard();
  renderApp('/ar/dashboard');
  expect(await screen.findByRole('heading', { level: 1, name: /سارة/ })).toBeVisible();
  expect(screen.queryByText(/Sara/)).toBeNull();
});

it('says at once that the dashboard fails, with a way to support (D14)', async () => {
  await signIn();
  servePlan(followed(), plan);
  let asked = 0;
  server.use(
    http.get(api('/dashboard'), () => {
      asked += 1;
      return refuse(503, { message: 'Not available right now' });
    }),
  );
  renderApp('/en/dashboard');
  const alert = await screen.findByText(/Cannot get your balance/);
  expect(asked).toBe(1);
  expect(alert).toBeVisible();
  await waitFor(() =>
    expect(document.querySelector('[aria-busy="true"]'), 'nothing seems to come').toBeNull(),
  );
  const support = within(screen.getByRole('alert')).getByRole('link', { name: 'Support' });
  expect(support).toHaveAttribute('href', expect.stringMatching(/^\/en\/help\?error=/));
});

it('shows the balance while the plan alone fails, and when there is none', async () => {
  await signIn();
  serveDashboard({ consumption: [] });
  server.use(http.get(api('/users/plan'), () => refuse(409, { message: 'No plan today' }), { once: true }));
  const { user } = renderApp('/en/dashboard');
  expect(await screen.findByText('No plan today')).toBeVisible();
  expect(await screen.findByText('333.50')).toBeVisible();
  expect(screen.getByText(/You pay for what you use/)).toBeVisible();
  server.use(http.get(api('/users/plan'), () => HttpResponse.json({ data: { rates: [] } })));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('There is no plan on this line.')).toBeVisible();
});

it('asks about the line in use', async () => {
  const lines: (string | null)[] = [];
  await signIn([mainLine, subLine]);
  serveDashboard();
  server.use(
    http.get(api('/dashboard'), ({ request }) => {
      lines.push(request.headers.get('x-sub-account'));
      return HttpResponse.json({ data: dashboard });
    }),
  );
  renderApp('/en/dashboard');
  await screen.findByText('333.50');
  const { selectAccount } = await import('@/lib/session');
  await selectAccount(subLine.subscription_id);
  await expect.poll(() => lines.at(-1)).toBe(subLine.subscription_id);
  expect(lines[0]).toBe('main');
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 - 60_000).toISOString();

const planCard = async () => {
  const title = await within(await screen.findByRole('main')).findByRole('heading', {
    level: 2,
    name: 'My plan',
  });
  return within(title.closest('section') ?? document.body);
};

it.each<[string, Partial<PlanSubscription>, RegExp]>([
  ['renews from the balance', {}, /20 days left.*Renews on/],
  [
    'renews on the bill',
    { renewal: { at: inDays(20), amount: 33_350, paidBy: 'invoice', covered: true } },
    /for SAR 333.50 on your bill/,
  ],
  ['does not renew', { autoRenew: false, renewal: undefined }, /Ends after .* and does not renew/],
  [
    'gives way to another one',
    { scheduled: { plan: { ...plan, name: 'Hawakom 130' }, startsAt: inDays(20), paid: false } },
    /Hawakom 130 starts on/,
  ],
])('says of a plan that it %s, and how many days are left', async (_, over, said) => {
  await signIn();
  serveDashboard();
  servePlan(followed(over));
  renderApp('/en/dashboard');
  const card = await planCard();
  const left = await card.findByText('20 days left');
  expect(left.parentElement).toHaveTextContent(said);
  expect(card.getByText(/every .* \(VAT included\)/)).toBeVisible();
  expect(card.getByRole('link', { name: 'Change plan' })).toHaveAttribute('href', '/en/plans');
  expect(card.getByRole('link', { name: 'My plan and its renewal' })).toHaveAttribute('href', '/en/my-plan');
});

it('tells the price with VAT, the amount that the balance loses, and why it is less (D8)', async () => {
  await signIn();
  serveDashboard();
  servePlan(followed({ renewal: { at: inDays(20), amount: 7_826, paidBy: 'balance', covered: true } }));
  const { user } = renderApp('/en/dashboard');
  const card = await planCard();
  const why = await card.findByText('Why less?');
  expect(why.closest('div')).toHaveTextContent(/90 with VAT · taken from your balance: .*78\.26/);
  await user.click(why);
  expect(card.getByText(/you paid it when you recharged/)).toBeVisible();
});

it('tells which part of a renewal is for extra SIMs', async () => {
  await signIn();
  serveDashboard();
  const renewal = {
    at: inDays(20),
    amount: 30_000,
    extraSims: 1_000,
    paidBy: 'invoice',
    covered: true,
  } as const;
  servePlan(followed({ renewal }));
  renderApp('/en/dashboard');
  const card = await planCard();
  expect(await card.findByText(/for SAR 300 on your bill, VAT included/)).toBeVisible();
  expect(card.getByText('SAR 10 of it is for your extra SIMs.')).toBeVisible();
});

it.each<[string, Partial<PlanSubscription>, string, string, string]>([
  [
    'it is in grace',
    { stage: 'grace', grace: { until: inDays(3), missing: 1_250 } },
    'Your plan could not be renewed',
    'Recharge',
    '/en/recharge',
  ],
  [
    'it has expired',
    { stage: 'expired', service: 'incoming' },
    'Your plan has expired',
    'Recharge',
    '/en/recharge',
  ],
  [
    'it was stopped and has expired',
    { stage: 'expired', service: 'incoming', autoRenew: false, renewal: undefined },
    'Your plan has expired',
    'Start your plan again',
    '/en/my-plan',
  ],
])('leads on where %s', async (_, over, said, way, to) => {
  await signIn();
  serveDashboard();
  servePlan(followed(over));
  renderApp('/en/dashboard');
  const card = await planCard();
  expect(await card.findByText(said)).toBeVisible();
  expect(card.getByRole('link', { name: way })).toHaveAttribute('href', to);
});

it('clears a plan that can no longer be read, and keeps the balance', async () => {
  await signIn();
  serveDashboard();
  renderApp('/en/dashboard');
  expect(await screen.findByText('Postpaid 290')).toBeVisible();
  server.use(http.get(api('/users/plan'), () => refuse(409, { message: 'No plan today' })));
  await queries.refetchQueries();
  expect(await screen.findByText('No plan today')).toBeVisible();
  expect(screen.queryByText('Postpaid 290')).toBeNull();
  expect(screen.getByText('333.50')).toBeVisible();
});

it('leads to more data', async () => {
  await signIn();
  serveDashboard();
  renderApp('/en/dashboard');
  expect(await screen.findByRole('link', { name: 'Add data' })).toHaveAttribute(
    'href',
    '/en/recharge?tab=dataRecharge',
  );
});

it('marks an allowance as low from a fifth', async () => {
  await signIn();
  const data = { type: 'data', unit: 'MB', unlimited: false, total: 1_000 } as const;
  serveDashboard({
    consumption: [
      { ...data, used: 800 },
      { ...data, type: 'wifi_data', used: 799 },
    ],
  });
  renderApp('/en/dashboard');
  const row = async (name: string) => (await screen.findByRole('heading', { level: 3, name })).closest('li');
  expect(await row('Data')).toHaveAttribute('data-low');
  expect(await row('Wi-Fi data')).not.toHaveAttribute('data-low');
});
