import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { NumberSettings } from '@/api/gen-lines';
import type { InternationalCallRate, RoamingCountry, RoamingEstimate } from '@/api/gen-rates';
import { bundleOf } from '@/testing/bundles';
import { planOf } from '@/testing/plans';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { mainLine, signIn } from '@/testing/session';

const rates: InternationalCallRate[] = [
  { country: 'EG', name: 'Egypt', dialCode: '+20', minute: 65, sms: 35 },
  { country: 'TR', name: 'Türkiye', dialCode: '+90', minute: 95, sms: 35 },
];

const turkey: RoamingCountry = {
  country: 'TR',
  name: 'Türkiye',
  bundles: [bundleOf({ id: 'travel-2', name: 'Travel 2 GB', validityDays: 7 })],
  operators: [
    {
      id: 'tr-turkcell',
      name: 'Turkcell',
      preferred: true,
      local: 150,
      home: 300,
      taken: 100,
      sms: 50,
      megabyte: 25,
    },
  ],
};

const plans = [planOf(), planOf({ id: 'hawakom-90', name: 'Hawakom 90' })];
const servePlans = (all = plans) =>
  server.use(
    http.get(api('/plans'), () => HttpResponse.json({ items: all, page: 1, per_page: 50, hasMore: false })),
    http.get(api('/plans/:id'), ({ params: { id } }) => {
      const plan = all.find((one) => one.id === id);
      const price = id === 'basic-25' ? 55 : 45;
      return HttpResponse.json({
        data: { plan, rates: [{ key: 'local-minute', name: 'Local minute', unit: 'minute', price }] },
      });
    }),
  );
const serveRates = (all = rates) => {
  servePlans();
  server.use(http.get(api('/content/international_call_rates'), () => HttpResponse.json({ data: all })));
};
const serveCountries = (all = [turkey]) =>
  server.use(http.get(api('/roaming/countries'), () => HttpResponse.json({ data: all })));

it('shows the rates of calls abroad, and finds a country by name or code', async () => {
  serveRates();
  const { user } = renderApp('/en/international-rates');
  const row = await screen.findByRole('row', { name: /Egypt/ });
  expect(within(row).getByText('0.65')).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'Find a country' }), 'turk');
  expect(screen.queryByRole('row', { name: /Egypt/ })).toBeNull();
  expect(screen.getByText('1 country')).toBeVisible();
  await user.clear(screen.getByRole('searchbox', { name: 'Find a country' }));
  await user.type(screen.getByRole('searchbox', { name: 'Find a country' }), 'Mars');
  expect(screen.getByText('No country has this name or code.')).toBeVisible();
});

it('shows the rates within the Kingdom by plan', async () => {
  serveRates();
  const { user } = renderApp('/en/international-rates');
  const local = await screen.findByRole('region', { name: 'Local rates' });
  expect(await within(local).findByText('Local minute')).toBeVisible();
  expect(within(local).getByText('0.55')).toBeVisible();
  await user.selectOptions(within(local).getByLabelText('Rates of the plan'), 'Hawakom 90');
  expect(await within(local).findByText('0.45')).toBeVisible();
});

it('says that there are no rates, and retries after a failure', async () => {
  servePlans();
  server.use(http.get(api('/content/international_call_rates'), () => refuse(503, { message: 'Not now' })));
  const { user } = renderApp('/en/international-rates');
  expect(await screen.findByText('Not now')).toBeVisible();
  serveRates([]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('There are no rates yet.')).toBeVisible();
});

const week = bundleOf({
  id: 'travel-2',
  name: 'Travel 2 GB',
  total: 10_350,
  validityDays: 7,
  items: [{ type: 'data', unit: 'MB', amount: 2048 }],
});
type Passes = RoamingEstimate['passes'];

/** Answers an estimate, and returns the queries. */
function serveEstimate(passes: Passes, total = 45_500) {
  const asked: string[] = [];
  server.use(
    http.get(api('/roaming/countries/:country/estimate'), ({ request, params }) => {
      asked.push(`${params.country}${new URL(request.url).search}`);
      const operators = [{ id: 'tr-turkcell', name: 'Turkcell', calls: 0, messages: 0, data: total, total }];
      return HttpResponse.json({ data: { country: 'TR', days: 7, operators, passes } });
    }),
  );
  return asked;
}

const roamingOff: NumberSettings = {
  subscription_id: 'main',
  msisdn: '0570000003',
  language: { language_id: 'en', offered: [{ language_id: 'en', texts: 'own' }] },
  services: [{ key: 'roaming', active: false }],
  promotions: { allow: true, except: { product: [] } },
  blocks: false,
  numbers: { blocked: 0, most: 50 },
  countries: { blocked: 0, most: 50 },
};

async function chooseTurkey(user: ReturnType<typeof renderApp>['user']) {
  await user.type(await screen.findByRole('searchbox', { name: 'Where to?' }), 'turk');
  await user.click(screen.getByRole('button', { name: 'Türkiye' }));
}

it('shows the operators and bundles of a country', async () => {
  serveCountries();
  renderApp('/en/roaming-rates');
  expect(await screen.findByRole('heading', { name: 'Türkiye' })).toBeVisible();
  expect(screen.getByText('your phone chooses it where it can')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Travel 2 GB' })).toHaveAttribute('href', '/en/bundles/travel-2');
});

it('finds the pass for a trip, and leads a guest to the sign-in', async () => {
  serveCountries();
  const asked = serveEstimate([{ bundle: week, times: 2, total: 20_700 }]);
  const { user } = renderApp('/en/roaming-rates');
  await chooseTurkey(user);
  const pass = await screen.findByRole('listitem', { name: '2 × Travel 2 GB' });
  expect(pass).toHaveTextContent('SAR 248 less than without a pass');
  expect(pass).toHaveTextContent(
    'SAR 103.50 each, 7 days. Buy the next one when the first is used up or over.',
  );
  expect(within(pass).getByRole('link', { name: 'Sign in to buy' })).toHaveAttribute(
    'href',
    '/en/login?from=%2Fen%2Fbundles%2Ftravel-2',
  );
  expect(
    screen.getByText(/Without a pass, 500 MB and 10 minutes a day for 7 days cost at least/),
  ).toBeVisible();
  await user.selectOptions(screen.getByLabelText('How long?'), '12 days');
  await user.click(screen.getByText(/For 500 MB and 10 minutes of calls home a day/));
  await user.click(screen.getByRole('radio', { name: '1 GB' }));
  await user.click(screen.getByRole('radio', { name: '0 minutes' }));
  await waitFor(() => expect(asked.at(-1)).toBe('TR?days=12&megabytes=1024&home=0'));
  expect(asked[0]).toBe('TR?days=7&megabytes=500&home=10');
});

it('leads a customer to the pass, and says that roaming is off', async () => {
  await signIn([{ ...mainLine, properties: { subscription_type: 'prepaid', data_sim: true } }]);
  serveCountries();
  const asked = serveEstimate([{ bundle: week, times: 1, total: 50_000 }]);
  server.use(http.get(api('/users/current/sim/settings'), () => HttpResponse.json({ data: roamingOff })));
  const { user } = renderApp('/en/roaming-rates');
  await chooseTurkey(user);
  expect(await screen.findByRole('link', { name: 'Buy this pass' })).toHaveAttribute(
    'href',
    '/en/bundles/travel-2',
  );
  expect(screen.getByText('SAR 45 more than without a pass, but the price is fixed')).toBeVisible();
  expect(await screen.findByText(/Roaming is off on your line/)).toBeVisible();
  expect(screen.getByText('Your line is for data: it makes no calls abroad.')).toBeVisible();
  expect(asked).toEqual(['TR?days=7&megabytes=500&home=0']);
});

it('says that a country has no pass, that none covers the trip, or that lines do not work there', async () => {
  serveCountries([
    { ...turkey, bundles: [] },
    { ...turkey, country: 'EG', name: 'Egypt' },
  ]);
  serveEstimate([]);
  const { user } = renderApp('/en/roaming-rates');
  await chooseTurkey(user);
  expect(await screen.findByText('There is no pass for this country.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Another country' }));
  await user.type(screen.getByRole('searchbox', { name: 'Where to?' }), 'egypt');
  await user.click(screen.getByRole('button', { name: 'Egypt' }));
  expect(await screen.findByText('No pass covers all of this trip.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Another country' }));
  await user.type(screen.getByRole('searchbox', { name: 'Where to?' }), 'mars');
  expect(screen.getByText('Our lines do not work in a country of this name.')).toBeVisible();
});

it('finds a roaming country, or says that there is none, and retries after a failure', async () => {
  server.use(http.get(api('/roaming/countries'), () => refuse(503, { message: 'Not now' })));
  const { user } = renderApp('/en/roaming-rates');
  expect(await screen.findByText('Not now')).toBeVisible();
  serveCountries();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await user.type(await screen.findByRole('searchbox', { name: 'Find a country' }), 'egypt');
  await waitFor(() => expect(screen.getByText('No country has this name or code.')).toBeVisible());
});

it('says that no plan has rates within the Kingdom', async () => {
  serveRates();
  servePlans([]);
  renderApp('/en/international-rates');
  const local = await screen.findByRole('region', { name: 'Local rates' });
  expect(await within(local).findByText('There are no rates yet.')).toBeVisible();
});
