import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Plan } from '@/api/gen-plans';
import { planOf } from '@/testing/plans';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { mainLine, signIn } from '@/testing/session';

const plans: Plan[] = [
  planOf({
    id: 'hawakom-55',
    name: 'Hawakom 55',
    price: 5_500,
    category: 'hawakom',
    cycleMonths: 1,
    items: [
      { type: 'data', unit: 'MB', amount: 5_120, label: '5 GB data' },
      { type: 'local_min', unit: 'minute', amount: 100, label: '100 local minutes' },
    ],
  }),
  planOf({
    id: 'hawakom-210',
    name: 'Hawakom 210',
    price: 21_000,
    category: 'hawakom',
    cycleMonths: 1,
    featured: true,
    items: [
      { type: 'data', unit: 'MB', label: 'Unlimited data' },
      { type: 'local_min', unit: 'minute', amount: 1_500, label: '1,500 local minutes' },
      { type: 'sms', unit: 'sms', amount: 500, label: '500 local SMS' },
    ],
  }),
];

beforeEach(() => {
  server.use(
    http.get(api('/plans/category/hawakom'), () =>
      HttpResponse.json({
        data: {
          key: 'hawakom',
          name: 'Hawakom',
          description: 'For a month.',
          subscriptionTypes: ['prepaid'],
        },
      }),
    ),
    http.get(api('/plans/category/hawakom/items'), () =>
      HttpResponse.json({ items: plans, page: 1, per_page: 50, hasMore: false }),
    ),
  );
});

it('lists the plans of the family with their allowances', async () => {
  renderApp('/en/hawakom');
  expect(await screen.findByRole('heading', { level: 1, name: 'Hawakom' })).toBeVisible();
  expect(screen.getByText('For a month.')).toBeVisible();
  const table = within(await screen.findByRole('table', { name: 'Compare plans' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Plan',
    'Data GB',
    'Local minutes',
    'SMS',
  ]);
  const cells = (name: RegExp) =>
    within(table.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(cells(/Hawakom 55/)).toEqual(['5', '100', '–None']);
  expect(cells(/Hawakom 210/)).toEqual(['Unlimited', '1,500', '500']);
  expect(table.getByRole('link', { name: 'Hawakom 210' })).toHaveAttribute('href', '/en/plans/hawakom-210');
  expect(table.getByRole('row', { name: /Popular.*Hawakom 210.*210/ })).toBeVisible();
  expect(screen.getByText('Renews if you wish')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'My plan and its renewal' })).toBeNull();
});

it('leads a customer to the plan of the line', async () => {
  await signIn([mainLine]);
  renderApp('/en/hawakom');
  expect(await screen.findByRole('link', { name: 'My plan and its renewal' })).toHaveAttribute(
    'href',
    '/en/my-plan',
  );
});

it('says that nothing of the family is on sale', async () => {
  server.use(
    http.get(api('/plans/category/hawakom/items'), () =>
      HttpResponse.json({ items: [], page: 1, per_page: 50, hasMore: false }),
    ),
  );
  renderApp('/en/hawakom');
  expect(await screen.findByText(/^There are no plans on sale/)).toBeVisible();
  expect(screen.queryByText('Renews if you wish')).toBeNull();
});

it('says that the plans could not be loaded, and asks again', async () => {
  const failed = http.get(api('/plans/category/hawakom/items'), () => refuse(409, { message: 'Not now' }), {
    once: true,
  });
  server.use(failed);
  const { user } = renderApp('/en/hawakom');
  expect(await screen.findByText('Not now')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table')).toBeVisible();
});

it('has an Arabic address', async () => {
  renderApp('/ar/هواكم');
  const table = within(await screen.findByRole('table', { name: 'مقارنة الباقات' }));
  expect(table.getAllByRole('columnheader')[1]).toHaveTextContent('إنترنت جيجا');
});
