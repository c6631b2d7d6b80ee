import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Offer, ShopWidget } from '@/api/gen-bundles';
import { bundleOf, serveBundles, serveOffers } from '@/testing/bundles';
import { planOf } from '@/testing/plans';
import { prepaidLine } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const widget = (over: Partial<ShopWidget>): ShopWidget => ({
  key: 'data',
  kind: 'bundles',
  title: 'More data',
  text: 'On top of your plan',
  most: 4,
  links: [],
  ...over,
});
const hawakom90 = planOf({ id: 'hawakom-90', name: 'Hawakom 90', category: 'hawakom' });
const offer: Offer = { id: 'saver-25', name: 'Saver', description: 'More for less', featured: true };
const link = (key: string, title: string, permission?: string) => ({
  key,
  title,
  text: `All about ${title}`,
  path: `/en/${key}`,
  ...(permission && { permission }),
});
const widgets = [
  widget({
    key: 'more',
    kind: 'links',
    title: 'Services and games',
    links: [
      link('games', 'Games', 'entertainment'),
      link('services', 'Special services', 'special_services'),
      link('rates', 'Rates'),
    ],
  }),
  widget({ category: 'data-net-saver', permission: 'bundles', path: '/en/bundle_category/data-net-saver' }),
  widget({ key: 'now', kind: 'offers', title: 'Offers of now', featured: true }),
  widget({ key: 'plans', kind: 'plans', title: 'Hawakom plans', category: 'hawakom', most: 3 }),
];
const bundles = [
  bundleOf(),
  bundleOf({ id: 'net-saver-25', name: 'Net Saver 25 GB', single: true, subscriptions: ['prepaid'] }),
];
const serveShop = (all: ShopWidget[]) =>
  server.use(http.get(api('/shop/widgets'), () => HttpResponse.json({ data: { widgets: all } })));
const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

let asked: string[];
beforeEach(() => {
  server.use(
    http.get(api('/plans/category/hawakom/items'), () =>
      HttpResponse.json({ items: [hawakom90], page: 1, per_page: 3, hasMore: false }),
    ),
  );
  asked = serveBundles(bundles);
  serveOffers([offer]);
  serveShop(widgets);
});

it('shows the sections of the server in their order with their items', async () => {
  renderApp('/en/shop');
  expect(await screen.findByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Buy Net Saver 25 GB' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'See Saver' })).toHaveAttribute(
    'href',
    '/en/offers/saver-25',
  );
  expect(await screen.findByRole('link', { name: hawakom90.name })).toHaveAttribute(
    'href',
    `/en/plans/${hawakom90.id}`,
  );
  expect(titles()).toEqual(['Services and games', 'More data', 'Offers of now', 'Hawakom plans']);
  expect(screen.getByRole('link', { name: 'Rates' })).toHaveAttribute('href', '/en/rates');
  expect(screen.getByRole('link', { name: 'Show all: More data' })).toHaveAttribute(
    'href',
    '/en/bundle_category/data-net-saver',
  );
  expect(asked[0]).toContain('category=data-net-saver');
  expect(asked[0]).toContain('per_page=4');
});

it('filters by kind, sorts, and keeps both in the address', async () => {
  const { user, router } = renderApp('/en/shop?sort=none');
  await user.click(await screen.findByRole('radio', { name: 'Bundles' }));
  await waitFor(() => expect(titles()).toEqual(['More data']));
  await user.selectOptions(screen.getByLabelText('Sort bundles'), 'Cheapest first');
  await waitFor(() => expect(asked.at(-1)).toContain('sort=price'));
  expect(router.state.location.search).toBe('?kind=bundles&sort=price');
  await user.click(screen.getByRole('radio', { name: 'Plans' }));
  await waitFor(() => expect(titles()).toEqual(['Hawakom plans']));
  expect(screen.queryByLabelText('Sort bundles')).toBeNull();
});

it('hides links that the chosen line may not open, and empty sections', async () => {
  serveOffers([]);
  await signIn([prepaidLine], { accessList: [{ key: 'special_services' }] });
  renderApp('/en/shop');
  const more = await screen.findByRole('region', { name: 'Services and games' });
  await waitFor(() => expect(within(more).queryByRole('link', { name: 'Games' })).toBeNull());
  expect(within(more).getByRole('link', { name: 'Special services' })).toBeVisible();
  await waitFor(() => expect(titles()).toEqual(['Services and games', 'Hawakom plans']));
});

it('says why a section cannot be shown, and asks again', async () => {
  server.use(http.get(api('/bundles'), () => refuse(409, { message: 'Not now' }), { once: true }));
  const { user } = renderApp('/en/shop?kind=bundles');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Buy Net Saver 5 GB' })).toBeVisible();
});

it('says that the shop is empty', async () => {
  serveShop([]);
  renderApp('/en/shop');
  expect(await screen.findByText('The shop is empty at the moment.')).toBeVisible();
});

it('compares bundles that were chosen by keyboard', async () => {
  const { user, router } = renderApp('/en/shop?kind=bundles');
  const choose = await screen.findByRole('checkbox', { name: 'Compare Net Saver 5 GB' });
  choose.focus();
  await user.keyboard(' ');
  await waitFor(() => expect(choose).toBeChecked());
  expect(screen.getByText('Choose another bundle to compare it with.')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Compare Net Saver 25 GB' }));
  await waitFor(() =>
    expect(router.state.location.search).toBe('?kind=bundles&compare=net-saver-5%2Cnet-saver-25'),
  );
  await user.click(await screen.findByRole('link', { name: 'Compare' }));
  const table = await screen.findByRole('table', { name: 'Compare bundles' });
  expect(within(table).getAllByRole('columnheader')).toHaveLength(2);
  const feature = (name: string) => within(table).getByText(name).closest('tbody');
  expect(feature('Lines')).toHaveTextContent('For every lineFor prepaid lines');
  expect(feature('Limits')).toHaveTextContent('Only one at a time on a line');
  await user.click(screen.getByRole('link', { name: 'Choose other bundles' }));
  expect(await screen.findByRole('checkbox', { name: 'Compare Net Saver 5 GB' })).toBeChecked();
});

it('compares no more than three', async () => {
  renderApp('/en/bundles?compare=a-1,b-2,c-3');
  expect(await screen.findByRole('checkbox', { name: 'Compare Net Saver 5 GB' })).toBeDisabled();
});

it('compares only bundles on sale', async () => {
  renderApp('/en/compare-bundles?compare=net-saver-5,nobodys');
  expect(await screen.findByText('Choose two or three bundles to see them side by side.')).toBeVisible();
});
