import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Package } from '@/api/gen-site';
import { renderApp } from '@/testing/render';
import { api, server } from '@/testing/server';
import { serveSite } from '@/testing/site';

const offered = (id: string, title: string, over: Partial<Package> = {}): Package => ({
  id,
  url: `/en/order-sim?package=${id}`,
  title,
  details: 'For a month.',
  price: 9_000,
  period: 'every month',
  subscriptionType: 'prepaid',
  items: [
    { type: 'data', unit: 'MB', amount: 15_360, label: '15 GB data' },
    { type: 'local_min', unit: 'minute', amount: 300, label: '300 local minutes' },
  ],
  ...over,
});
const packages = [
  offered('hawakom-90', 'Hawakom 90'),
  offered('hawakom-130', 'Hawakom 130', { price: 13_000 }),
];
const postpaid = offered('postpaid-200', 'Postpaid 200', { subscriptionType: 'postpaid' });
const sections = [{ key: 'packages', title: 'Most chosen plans', text: 'A month of data.' }];

const serveClasses = () =>
  server.use(http.get(api('/number-booking/categories'), () => HttpResponse.json({ items: [] })));

const openSection = async () => {
  const title = await screen.findByRole('heading', { level: 2, name: 'Most chosen plans' });
  return within(title.closest('section') ?? document.body);
};

it('offers the plans of the site with their contents, each with a link to its order', async () => {
  serveSite(() => ({ packages, homepage: { sliders: [], sections } }));
  serveClasses();
  renderApp('/en');
  const section = await openSection();
  expect(section.getByText('A month of data.')).toBeVisible();
  expect(section.getByText('130')).toBeVisible();
  expect(section.getAllByText('every month · VAT included'), 'of both').toHaveLength(2);
  expect(section.getAllByText('15 GB data'), 'of both').toHaveLength(2);
  expect(section.queryByRole('radio'), 'all plans are prepaid').toBeNull();
  const hrefOf = (name: string) => section.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Get Hawakom 90')).toBe('/en/order-sim?package=hawakom-90');
  expect(hrefOf('Hawakom 90')).toBe('/en/plans/hawakom-90');
  expect(hrefOf('Compare all Hawakom plans')).toBe('/en/hawakom');
  expect(hrefOf('All plans')).toBe('/en/plans');
});

it('shows prepaid and postpaid plans apart', async () => {
  serveSite(() => ({ packages: [postpaid, ...packages], homepage: { sliders: [], sections } }));
  serveClasses();
  const { user } = renderApp('/en');
  const section = await openSection();
  expect(section.getByRole('radio', { name: 'Prepaid' })).toBeChecked();
  expect(section.queryByText('Postpaid 200')).toBeNull();
  await user.click(section.getByRole('radio', { name: 'Postpaid' }));
  expect(section.getByRole('link', { name: 'Get Postpaid 200' })).toBeVisible();
  expect(section.queryByText('Hawakom 90')).toBeNull();
});

it('offers nothing if the site names no plan', async () => {
  serveSite(() => ({ packages: [], homepage: { sliders: [], sections } }));
  serveClasses();
  renderApp('/en');
  expect(await screen.findByRole('heading', { name: 'Numbers of every class' })).toBeVisible();
  expect(screen.queryByText('Most chosen plans')).toBeNull();
});
