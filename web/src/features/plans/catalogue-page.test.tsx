import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Plan } from '@/api/gen-plans';
import { planOf } from '@/testing/plans';
import { prepaidLine } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const hawakom = ['55', '90', '130', '170'].map((id) =>
  planOf({
    id: `hawakom-${id}`,
    externalId: `HAWAKOM-${id}`,
    name: `Hawakom ${id}`,
    price: Number(id) * 100,
    category: 'hawakom',
    featured: id === '90',
    takesPorted: true,
    items: [
      { type: 'data', unit: 'MB', amount: 15_360, label: '15 GB data' },
      { type: 'local_min', unit: 'minute', label: 'Unlimited local minutes' },
    ],
  }),
);
const postpaid = planOf({
  id: 'postpaid-200',
  name: 'Postpaid 200',
  price: 20_000,
  subscriptionType: 'postpaid',
  category: 'postpaid',
  takesPorted: true,
  commitmentMonths: 12,
  freeNumberCategories: ['bronze', 'gold'],
  items: [
    { type: 'data', unit: 'MB', label: 'Unlimited data' },
    { type: 'sms', unit: 'sms', amount: 500, label: '500 local SMS' },
  ],
});
const dataSim = planOf({
  id: 'data-sim-350',
  name: 'Data SIM 350',
  kind: 'data',
  category: 'data-sim',
  renews: false,
  validityDays: 90,
});
const rates = [
  { key: 'local-minute', name: 'Local minute', unit: 'minute', price: 55 },
  { key: 'data', name: 'Data', unit: 'MB', price: 5 },
];
const all: Plan[] = [...hawakom, postpaid, dataSim];

beforeEach(() => {
  server.use(
    http.get(api('/plans/categories'), () =>
      HttpResponse.json({
        items: [
          { key: 'hawakom', name: 'Hawakom', description: 'For a month.', subscriptionTypes: ['prepaid'] },
          { key: 'postpaid', name: 'Postpaid', subscriptionTypes: ['postpaid'] },
        ],
      }),
    ),
    http.get(api('/plans/category/:key/items'), ({ params, request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      const type = new URL(request.url).searchParams.get('subscription');
      const found = all.filter(
        ({ category, subscriptionType }) => category === params.key && subscriptionType === type,
      );
      const items = found.slice((page - 1) * 3, page * 3);
      return HttpResponse.json({ items, page, per_page: 3, hasMore: found.length > page * 3 });
    }),
    http.get(api('/plans/:id'), ({ params }) => {
      const plan = all.find(({ id }) => id === params.id);
      return plan
        ? HttpResponse.json({ data: { plan, rates } })
        : refuse(404, { message: 'Not on sale', messageKey: 'plan_not_found' });
    }),
  );
});

it('shows the plans by family in pages', async () => {
  const { user } = renderApp('/en/plans');
  const family = await screen.findByRole('region', { name: 'Hawakom' });
  expect(within(family).getByText('For a month.')).toBeVisible();
  expect(await within(family).findAllByRole('listitem')).not.toHaveLength(0);
  expect(within(family).getAllByText('Popular')).toHaveLength(1);
  expect(within(family).queryByRole('link', { name: 'Hawakom 170' })).toBeNull();
  await user.click(within(family).getByRole('button', { name: 'More Hawakom plans' }));
  expect(await within(family).findByRole('link', { name: 'Hawakom 170' })).toHaveAttribute(
    'href',
    '/en/plans/hawakom-170',
  );
  expect(within(family).queryByRole('button', { name: 'More Hawakom plans' })).toBeNull();
  const begins = within(family).getByRole('link', { name: 'Get Hawakom 90' });
  expect(begins).toHaveAttribute('href', '/en/order-sim?package=hawakom-90');
  expect(screen.queryByRole('region', { name: 'Postpaid' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Postpaid' }));
  expect(await screen.findByRole('region', { name: 'Postpaid' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Hawakom' })).toBeNull();
});

it('says that nothing is on sale, or that the request failed', async () => {
  const none = http.get(api('/plans/categories'), () => HttpResponse.json({ items: [] }));
  const failed = http.get(api('/plans/categories'), () => refuse(409, { message: 'Not now' }), {
    once: true,
  });
  server.use(failed, none);
  const { user } = renderApp('/en/plans');
  expect(await screen.findByText('Not now')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^There are no plans on sale/)).toBeVisible();
});

it('compares up to three plans, and keeps the choice in the address', async () => {
  const { user, router, path } = renderApp('/en/plans?compare=hawakom-55');
  expect(await screen.findByText('Choose another plan to compare it with.')).toBeVisible();
  await user.click(await screen.findByRole('checkbox', { name: 'Compare Hawakom 90' }));
  expect(await screen.findByText('2 plans chosen, up to 3')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Postpaid' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Compare Postpaid 200' }));
  await user.click(screen.getByRole('radio', { name: 'Prepaid' }));
  const third = await screen.findByRole('checkbox', { name: 'Compare Hawakom 130' });
  await waitFor(() => expect(third).toBeDisabled());
  await user.click(screen.getByRole('checkbox', { name: 'Compare Hawakom 90' }));
  await waitFor(() => expect(third).toBeEnabled());
  expect(router.state.location.search).toBe('?compare=hawakom-55%2Cpostpaid-200');
  await user.click(screen.getByRole('link', { name: 'Compare' }));
  await waitFor(() => expect(path()).toBe('/en/compare-plans'));
  const table = await screen.findByRole('table', { name: 'Compare plans' });
  expect(within(table).getAllByRole('columnheader')).toHaveLength(2);
  const feature = (name: string) => within(table).getByText(name).closest('tbody');
  expect(feature('Data')).toHaveTextContent('15 GBUnlimited');
  expect(feature('SMS')).toHaveTextContent('None500 SMS');
  expect(feature('Commitment')).toHaveTextContent('None12 months');
  expect(feature('Free number classes')).toHaveTextContent('NoneBronze, Gold');
});

it('keeps both of two plans that are chosen at once', async () => {
  const { router } = renderApp('/en/plans');
  const buttons = [
    await screen.findByRole('checkbox', { name: 'Compare Hawakom 55' }),
    screen.getByRole('checkbox', { name: 'Compare Hawakom 90' }),
  ];
  act(() => {
    for (const button of buttons) {
      button.click();
    }
  });
  await waitFor(() => expect(router.state.location.search).toBe('?compare=hawakom-55%2Chawakom-90'));
});

it('marks the plan that suits the line best, with the usage behind it, and leads to its switch', async () => {
  await signIn([prepaidLine]);
  const used = { type: 'data', unit: 'MB', amount: 18_432, included: 20_480, days: 30 };
  server.use(
    http.get(api('/users/plan/best'), () =>
      HttpResponse.json({ data: { best: { planId: 'hawakom-130', used } } }),
    ),
  );
  renderApp('/en/plans');
  const best = await screen.findByRole('listitem', { name: 'Hawakom 130' });
  expect(await within(best).findByText('You used 18 GB of your 20 GB in the last 30 days.')).toBeVisible();
  expect(within(best).getByText('Best for you')).toBeVisible();
  expect(screen.queryByText('Popular'), 'one mark in a list').toBeNull();
  expect(within(best).getByRole('link', { name: 'Switch to Hawakom 130' })).toHaveAttribute(
    'href',
    '/en/switch-plan/hawakom-130',
  );
});

it('compares only plans on sale, and asks for two of them', async () => {
  renderApp('/en/compare-plans?compare=hawakom-55,hawakom-56,<b>');
  expect(await screen.findByText('Choose two or three plans to see them side by side.')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});

it('shows the details of a plan, and leads a guest to its orders', async () => {
  renderApp('/en/plans/postpaid-200');
  expect(await screen.findByRole('heading', { level: 1, name: 'Postpaid 200' })).toBeVisible();
  expect(screen.getByText('every 30 days · including 15% VAT')).toBeVisible();
  expect(screen.getByText('Unlimited data')).toBeVisible();
  const fact = (name: string) => screen.getByText(name).nextElementSibling;
  expect(fact('Commitment')).toHaveTextContent('12 months');
  expect(fact('Free number classes')).toHaveTextContent('Bronze, Gold');
  expect(fact('Local minute')).toHaveTextContent('0.55 per minute');
  expect(await screen.findByRole('link', { name: 'Order it with a SIM' })).toHaveAttribute(
    'href',
    '/en/order-sim?package=postpaid-200',
  );
  expect(screen.getByRole('link', { name: 'Bring your number' })).toHaveAttribute(
    'href',
    '/en/bring-your-number?package=postpaid-200',
  );
});

it.each([
  ['order-esim', '?sim=esim&package=postpaid-200'],
  ['bring-your-number', '?number=port-in&package=postpaid-200'],
])('keeps the plan on the way through %s', async (page, search) => {
  const { router, path } = renderApp(`/en/${page}?package=postpaid-200`);
  await waitFor(() => expect(path()).toBe('/en/order-sim/number-type-selection'));
  expect(router.state.location.search).toBe(search);
});

it('offers no order if none is possible', async () => {
  renderApp('/en/plans/data-sim-350');
  expect(await screen.findByText(/^This plan is for data SIMs/)).toBeVisible();
  expect(screen.queryByText(/^Or with a new SIM/), 'no order follows').toBeNull();
  expect(screen.getByText(/^once, for 90 days/)).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Order/ })).toBeNull();
});

it('offers a signed-in customer no order of another number', async () => {
  await signIn();
  renderApp('/en/plans/hawakom-55');
  expect(await screen.findByRole('heading', { level: 1, name: 'Hawakom 55' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Order an? e?SIM with/ })).toBeNull();
});

it.each(['hawakom-1', 'No%20plan'])('leads on from %s, which is not on sale', async (id) => {
  renderApp(`/en/plans/${id}`);
  expect(await screen.findByRole('heading', { name: 'This plan is not on sale' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'All plans' })).toHaveAttribute('href', '/en/plans');
});

it('says that a plan could not be loaded, and asks again', async () => {
  server.use(http.get(api('/plans/:id'), () => refuse(409, { message: 'Not now' }), { once: true }));
  const { user } = renderApp('/en/plans/postpaid-200');
  expect(await screen.findByText('Not now')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Postpaid 200' })).toBeVisible();
});

it('has Arabic addresses', async () => {
  const { path, user } = renderApp('/en/plans/postpaid-200');
  await screen.findByRole('heading', { level: 1, name: 'Postpaid 200' });
  await user.click(screen.getByRole('link', { name: 'العربية' }));
  await waitFor(() => expect(path()).toBe('/ar/الباقات/postpaid-200'));
  await waitFor(() => expect(screen.getByText('12 شهرًا')).toBeVisible());
  // The texts may arrive before the addresses.
  const back = () => screen.getByRole('link', { name: 'جميع الباقات' });
  await waitFor(() => expect(back()).toHaveAttribute('href', '/ar/الباقات'));
});
