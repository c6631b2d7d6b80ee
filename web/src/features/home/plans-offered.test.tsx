import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/render';
import { api, server } from '@/testing/server';
import { serveSite } from '@/testing/site';

const packages = [
  { id: 'hawakom-90', url: '/en/order-sim', title: 'Hawakom 90', details: 'For a month.', price: 9_000 },
  { id: 'hawakom-130', url: '/en/order-sim', title: 'Hawakom 130', details: 'For a month.', price: 13_000 },
];
const sections = [{ key: 'packages', title: 'Most chosen plans', text: 'A month of data.' }];

const serveClasses = () =>
  server.use(http.get(api('/number-booking/categories'), () => HttpResponse.json({ items: [] })));

it('offers the plans of the site, each with a link to get it', async () => {
  serveSite(() => ({ packages, homepage: { sliders: [], sections } }));
  serveClasses();
  renderApp('/en');
  const title = await screen.findByRole('heading', { level: 2, name: 'Most chosen plans' });
  const section = within(title.closest('section') ?? document.body);
  expect(section.getByText('A month of data.')).toBeVisible();
  expect(section.getByText('130')).toBeVisible();
  expect(section.getAllByText('VAT included'), 'of both').toHaveLength(2);
  expect(section.getByRole('link', { name: 'Get Hawakom 90' })).toHaveAttribute(
    'href',
    '/en/plans/hawakom-90',
  );
  expect(section.getByRole('link', { name: 'Compare all Hawakom plans' })).toHaveAttribute(
    'href',
    '/en/hawakom',
  );
  expect(section.getByRole('link', { name: 'All plans' })).toHaveAttribute('href', '/en/plans');
});

it('offers nothing if the site names no plan', async () => {
  serveSite(() => ({ packages: [], homepage: { sliders: [], sections } }));
  serveClasses();
  renderApp('/en');
  expect(await screen.findByRole('heading', { name: 'Numbers of every class' })).toBeVisible();
  expect(screen.queryByText('Most chosen plans')).toBeNull();
});
