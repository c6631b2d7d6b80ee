import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { InternationalCallRate, RoamingCountry } from '@/api/gen-rates';
import { bundleOf } from '@/testing/bundles';
import { planOf } from '@/testing/plans';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';

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

it('shows the operators of a country, and estimates a stay', async () => {
  serveCountries();
  const asked: string[] = [];
  server.use(
    http.get(api('/roaming/countries/:country/estimate'), ({ request, params }) => {
      asked.push(`${params.country}${new URL(request.url).search}`);
      const operators = [
        { id: 'tr-turkcell', name: 'Turkcell', calls: 28_000, messages: 0, data: 17_500, total: 45_500 },
      ];
      return HttpResponse.json({
        data: { country: 'TR', days: 7, operators, bundles: asked.length === 1 ? [bundleOf()] : [] },
      });
    }),
  );
  const { user } = renderApp('/en/roaming-rates');
  expect(await screen.findByRole('heading', { name: 'Türkiye' })).toBeVisible();
  expect(screen.getByText('your phone chooses it where it can')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Travel 2 GB' })).toHaveAttribute('href', '/en/bundles/travel-2');
  const days = screen.getByRole('textbox', { name: 'Days there' });
  await user.clear(days);
  await user.type(days, '91');
  await user.click(screen.getByRole('button', { name: 'Calculate' }));
  expect(days).toHaveAccessibleDescription('From 1 to 90');
  expect(asked).toEqual([]);
  await user.clear(days);
  await user.type(days, '٧');
  await user.click(screen.getByRole('button', { name: 'Calculate' }));
  expect(await screen.findByText('455')).toBeVisible();
  expect(asked).toEqual(['TR?days=7&home=10&taken=10&megabytes=100']);
  expect(screen.getByText('With a bundle that covers the stay')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Net Saver 5 GB' })).toHaveAttribute(
    'href',
    '/en/bundles/net-saver-5',
  );
  await user.clear(days);
  await user.type(days, '9');
  await user.click(screen.getByRole('button', { name: 'Calculate' }));
  expect(await screen.findByText('No bundle covers all of this stay.')).toBeVisible();
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
