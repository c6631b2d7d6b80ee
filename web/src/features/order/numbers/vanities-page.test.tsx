import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { orderAt, orderId } from '@/testing/order';
import { renderApp } from '@/testing/render';
import { api, refuse, server, takeStart } from '@/testing/server';

const page = (items: unknown[], hasMore = false) =>
  HttpResponse.json({ items, page: 1, per_page: 4, hasMore });

const serveClasses = () =>
  server.use(
    http.get(api('/number-booking/categories'), () =>
      HttpResponse.json({
        items: [
          { key: 'bronze', price: 0, freeWith: [] },
          { key: 'gold', price: 50_000, freeWith: [] },
        ],
      }),
    ),
    http.get(api('/number-booking/numbers'), ({ request }) =>
      new URL(request.url).searchParams.get('category') === 'gold'
        ? page([{ msisdn: '0573334444', category: 'gold', price: 50_000, pattern: 'repeated' }], true)
        : page([]),
    ),
  );

it('shows the classes, the rarest first, with some numbers and a link to all', async () => {
  serveClasses();
  renderApp('/en/all-vanities');
  expect(await screen.findByRole('heading', { name: 'All vanity numbers' })).toBeVisible();
  const gold = await screen.findByRole('region', { name: /Gold/ });
  expect(await within(gold).findByText('057 333 4444')).toBeVisible();
  expect(within(gold).getByRole('link', { name: 'All Gold numbers' })).toHaveAttribute(
    'href',
    '/en/order-sim/select-number?category=gold',
  );
  const bronze = screen.getByRole('region', { name: /Bronze/ });
  expect(
    await within(bronze).findByText('No number of this class is available at the moment.'),
  ).toBeVisible();
  expect(screen.getAllByRole('region')[0]).toBe(gold);
});

it('opens under its name of the specification, in Arabic', async () => {
  serveClasses();
  const { path } = renderApp('/ar/all_vanities');
  expect(await screen.findByRole('heading', { name: 'جميع الأرقام المميزة' })).toBeVisible();
  expect(path()).toBe('/ar/all-vanities');
});

it.each([
  ['bronze', 'جميع الأرقام البرونزية'],
  ['silver', 'جميع الأرقام الفضية'],
  ['gold', 'جميع الأرقام الذهبية'],
  ['platinum', 'جميع الأرقام البلاتينية'],
])('names a class as an adjective in Arabic: %s (D11)', async (key, name) => {
  server.use(
    http.get(api('/number-booking/categories'), () =>
      HttpResponse.json({ items: [{ key, price: 0, freeWith: [] }] }),
    ),
    http.get(api('/number-booking/numbers'), () =>
      page([{ msisdn: '0573334444', category: key, price: 0, pattern: 'repeated' }], true),
    ),
  );
  renderApp('/ar/all-vanities');
  expect(await screen.findByRole('link', { name })).toBeVisible();
});

it('starts an order with the chosen number', async () => {
  serveClasses();
  const bodies = takeStart(orderAt('plan-selection'));
  const { user, path } = renderApp('/en/all-vanities');
  await user.click(await screen.findByRole('button', { name: 'Choose 057 333 4444' }));
  await waitFor(() => expect(path()).toBe(`/en/order-sim/${orderId}/select-plan`));
  expect(bodies).toEqual([{ kind: 'sim', numberSource: 'new', msisdn: '0573334444' }]);
});

it('says that the numbers of a class could not be read, and tries again', async () => {
  serveClasses();
  let asked = 0;
  server.use(
    http.get(api('/number-booking/numbers'), () => {
      asked += 1;
      return asked > 2 ? page([]) : refuse(429, { message: 'Try again later' });
    }),
  );
  const { user } = renderApp('/en/all-vanities');
  const gold = await screen.findByRole('region', { name: /Gold/ });
  expect(await within(gold).findByRole('alert')).toHaveTextContent('Try again later');
  await user.click(within(gold).getByRole('button', { name: 'Try again' }));
  expect(await within(gold).findByText('No number of this class is available at the moment.')).toBeVisible();
});
