import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { SearchHit } from '@/api/gen-support';
import { heldOrder, serveCase, serveQueue, signInStaff } from '@/testing/console';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';

const at = '2026-11-25T08:00:00Z';
const customerId = '01920000-0000-7000-8000-0000000000d1';
const hits: SearchHit[] = [
  {
    type: 'order',
    id: heldOrder().id,
    auditId: heldOrder().id,
    title: 'SIM order',
    reference: 'SC00000001',
    stageText: 'Being prepared',
    by: 'mobile',
    isCase: true,
    at,
  },
  {
    type: 'customer',
    id: customerId,
    auditId: customerId,
    title: 'Customer',
    reference: '057 ••• 0001',
    by: 'mobile',
    at,
  },
];

/** Plays the search. Returns the searched texts. */
function serveSearch(items: SearchHit[] = hits): unknown[] {
  const asked: unknown[] = [];
  server.use(
    http.post(api('/support/search'), async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ items });
    }),
  );
  return asked;
}

const field = () => screen.findByRole('searchbox', { name: 'Number or email, from the caller or the label' });

beforeEach(() => signInStaff());

it('finds by the words of a caller, and keeps them out of the address', async () => {
  const asked = serveSearch();
  const { user, router } = renderApp('/en/console/find');
  await user.type(await field(), ' 0570000001 {Enter}');
  const order = await screen.findByRole('link', { name: 'SIM order SC00000001' });
  expect(asked).toEqual([{ q: '0570000001' }]);
  expect(order).toHaveAttribute('href', `/en/console/cases/order/${heldOrder().id}`);
  expect(screen.getByText('In the queue')).toBeVisible();
  expect(screen.getByText('2 found')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Customer 057 ••• 0001' })).toHaveAttribute(
    'href',
    `/en/console/customers/${customerId}`,
  );
  const { pathname, search, hash } = router.state.location;
  expect(pathname + search + hash).toBe('/en/console/find');
});

it('opens by its key, and keeps its results for a return', async () => {
  serveQueue();
  serveCase();
  const asked = serveSearch();
  const { user, path, router } = renderApp('/en/console');
  await screen.findByRole('link', { name: 'SC00000001' });
  await user.keyboard('[Slash]');
  await waitFor(() => expect(path()).toBe('/en/console/find'));
  expect(await field()).toHaveFocus();
  await user.keyboard('SC00000001{Enter}');
  await user.click(await screen.findByRole('link', { name: 'SIM order SC00000001' }));
  await screen.findByRole('heading', { level: 1, name: /SC00000001/ });
  await router.navigate(-1);
  expect(await screen.findByRole('link', { name: 'SIM order SC00000001' })).toBeVisible();
  expect(await field()).toHaveValue('SC00000001');
  expect(asked).toHaveLength(1);
});

it('opens the only result of a whole number, and shows the list on return', async () => {
  serveCase();
  const asked = serveSearch(hits.slice(0, 1).map((hit) => ({ ...hit, by: 'order-number' })));
  const { user, path, router } = renderApp('/en/console/find');
  await user.type(await field(), 'SC00000001{Enter}');
  await screen.findByRole('heading', { level: 1, name: /SC00000001/ });
  expect(path()).toBe(`/en/console/cases/order/${heldOrder().id}`);
  await router.navigate(-1);
  expect(await screen.findByRole('link', { name: 'SIM order SC00000001' })).toBeVisible();
  expect(path()).toBe('/en/console/find');
  expect(asked).toHaveLength(1);
});

it('sends no search that is too short', async () => {
  const asked = serveSearch();
  const { user } = renderApp('/en/console/find');
  await user.type(await field(), '05{Enter}');
  expect(await screen.findByText('Enter 4 to 120 characters.')).toBeVisible();
  expect(await field()).toHaveAccessibleDescription(/Enter 4 to 120 characters/);
  expect(asked).toEqual([]);
});

it('clears former results beside a mistake', async () => {
  serveSearch();
  const { user } = renderApp('/en/console/find');
  await user.type(await field(), 'SC00000001{Enter}');
  await screen.findByText('2 found');
  await user.clear(await field());
  await user.type(await field(), '?!{Enter}');
  expect(await screen.findByText('Enter 4 to 120 characters.')).toBeVisible();
  expect(screen.queryByText('2 found')).toBeNull();
});

it('says at the field that the input was not understood', async () => {
  server.use(
    http.post(api('/support/search'), () =>
      refuse(422, { message: 'Enter a whole number', messageKey: 'search_not_understood' }),
    ),
  );
  const { user } = renderApp('/en/console/find');
  await user.type(await field(), 'abcdef?{Enter}');
  expect(await screen.findByText('Enter a whole number')).toBeVisible();
  expect(await field()).toBeInvalid();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says that there is no result', async () => {
  serveSearch([]);
  const { user } = renderApp('/en/console/find');
  await user.type(await field(), 'SC99999999{Enter}');
  expect(await screen.findByText('No results.')).toBeVisible();
});

it('says why the search failed, and searches again', async () => {
  server.use(
    http.post(api('/support/search'), () =>
      refuse(429, { message: 'Too often', messageKey: 'too_many_requests' }),
    ),
  );
  const { user } = renderApp('/en/console/find');
  await user.type(await field(), 'SC00000001{Enter}');
  expect(await screen.findByText('Too often')).toBeVisible();
  serveSearch();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'SIM order SC00000001' })).toBeVisible();
});
