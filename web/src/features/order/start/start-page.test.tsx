import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { hawakom55 } from '@/testing/my-plan';
import { orderAt, orderId } from '@/testing/order';
import { renderApp } from '@/testing/render';
import { api, refuse, serveOrder, server, takeStart } from '@/testing/server';
import { sessionOf } from '../model/order-session';

const searches = () => {
  const asked: string[] = [];
  server.use(
    http.get(api('/number-booking/numbers'), ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ items: [], page: 1, per_page: 12, hasMore: false });
    }),
  );
  return asked;
};

it('books the chosen number, remembers the order and goes on to the plan', async () => {
  const bodies = takeStart(orderAt('plan-selection'));
  const { user, path } = renderApp('/en/order-sim/select-number');
  await user.click(await screen.findByRole('button', { name: 'Choose 057 333 4444' }));
  await waitFor(() => expect(path()).toBe(`/en/order-sim/${orderId}/select-plan`));
  expect(bodies).toEqual([{ kind: 'sim', numberSource: 'new', msisdn: '0573334444' }]);
  expect(sessionOf(orderId)).toBe('told-once');
});

it('says that another customer was faster, and shows other numbers', async () => {
  server.use(
    http.post(api('/orders'), () =>
      refuse(409, { message: 'This number is taken', messageKey: 'number_taken' }),
    ),
  );
  const { user } = renderApp('/en/order-sim/select-number');
  await user.click(await screen.findByRole('button', { name: 'Choose 057 333 4444' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This number is taken');
  expect(screen.getByRole('button', { name: 'Choose 057 111 2222' })).toBeEnabled();
});

it('repeats the same key if a booking is not answered', async () => {
  const order = orderAt('plan-selection');
  const keys: (string | null)[] = [];
  server.use(
    http.post(api('/orders'), ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return keys.length === 1
        ? HttpResponse.error()
        : HttpResponse.json({ orderSessionId: 'told-once', order }, { status: 201 });
    }),
  );
  serveOrder(order);
  const { user, path } = renderApp('/en/order-sim/select-number');
  await user.click(await screen.findByRole('button', { name: 'Choose 057 333 4444' }));
  await waitFor(() => expect(path()).toContain(orderId), { timeout: 4_000 });
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

it('offers the same try again after silence, even if the number is not free', async () => {
  const order = orderAt('plan-selection');
  const keys: (string | null)[] = [];
  const silentTries = 3;
  server.use(
    http.post(api('/orders'), ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return keys.length <= silentTries
        ? HttpResponse.error()
        : HttpResponse.json({ orderSessionId: 'told-once', order }, { status: 201 });
    }),
  );
  serveOrder(order);
  const { user, path } = renderApp('/en/order-sim/select-number');
  await user.click(await screen.findByRole('button', { name: 'Choose 057 333 4444' }));
  const alert = await screen.findByRole('alert', undefined, { timeout: 10_000 });
  searches();
  await user.type(screen.getByRole('textbox', { name: 'Search for digits' }), '7');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Choose 057 333 4444' })).toBeNull());
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(path()).toContain(orderId));
  expect(keys).toHaveLength(silentTries + 1);
  expect(new Set(keys).size).toBe(1);
});

it('shows the classes with their prices, and the next numbers on request', async () => {
  const gold = { category: 'gold', price: 50_000, pattern: 'repeated' };
  server.use(
    http.get(api('/number-booking/categories'), () =>
      HttpResponse.json({ items: [{ key: 'gold', price: 50_000, freeWith: [] }] }),
    ),
    http.get(api('/number-booking/numbers'), ({ request }) => {
      const second = new URL(request.url).searchParams.get('after') === '0-0573334444';
      const items = [{ ...gold, msisdn: second ? '0573334445' : '0573334444' }];
      const next = second ? undefined : '0-0573334444';
      return HttpResponse.json({ items, page: 1, per_page: 1, hasMore: !second, next });
    }),
  );
  const { user } = renderApp('/en/order-sim/select-number');
  expect(await screen.findByRole('radio', { name: /Gold.*500/ })).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('button', { name: 'Choose 057 333 4445' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Choose 057 333 4444' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('groups the numbers by pattern, with the plan that includes their class', async () => {
  renderApp('/en/order-sim/select-number');
  const repeated = await screen.findByRole('region', { name: 'Repeated digits' });
  expect(within(repeated).getByText('057 333 4444')).toBeVisible();
  expect(await within(repeated).findByText('Free with Postpaid 200')).toHaveTextContent(
    '12-month commitment',
  );
  const pairs = screen.getByRole('region', { name: 'Pairs' });
  expect(within(pairs).getByText('057 111 2222')).toBeVisible();
  expect(within(pairs).queryByText(/^Free with/), 'no plan includes the class').toBeNull();
  expect(screen.queryByRole('region', { name: 'Ladders' })).toBeNull();
});

it('searches by class and by digits at the end, in digits of either script', async () => {
  const asked = searches();
  const { user } = renderApp('/en/order-sim/select-number?category=gold');
  await user.type(await screen.findByRole('textbox', { name: 'Search for digits' }), '٧٧');
  await user.click(screen.getByRole('radio', { name: 'At the end' }));
  await waitFor(() => expect(asked.at(-1)).toContain('ends_with=77'));
  expect(asked.at(-1)).toContain('category=gold');
  expect(screen.getByRole('textbox', { name: 'Search for digits' })).toHaveValue('77');
});

it('offers all numbers if none matches', async () => {
  searches();
  const { user, router } = renderApp('/en/order-sim/select-number?digits=1234567');
  expect(await screen.findByRole('heading', { name: 'Number searched not available' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all numbers' }));
  expect(router.state.location.search).toBe('');
});

it('tells a failed request from an empty list, and asks again', async () => {
  server.use(
    http.get(api('/number-booking/numbers'), () => refuse(409, { message: 'Not now' }), { once: true }),
  );
  const { user } = renderApp('/en/order-sim/select-number');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  expect(screen.queryByRole('heading', { name: 'Number searched not available' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Choose 057 333 4444' })).toBeEnabled();
});

const unknownInvitation = () =>
  refuse(422, {
    message: 'This invitation is not valid any more.',
    messageKey: 'referral_code_unknown',
    fields: { referralCode: 'This invitation is not valid any more.' },
  });

const startsWith = () => {
  const bodies: { referralCode?: string }[] = [];
  const order = orderAt('plan-selection');
  server.use(
    http.get(api('/invitations/:code'), ({ params }) =>
      params.code === 'ABCD2345' ? HttpResponse.json({ data: { reward: 2_500 } }) : unknownInvitation(),
    ),
    http.post<never, { referralCode?: string }>(api('/orders'), async ({ request }) => {
      const body = await request.json();
      bodies.push(body);
      if (body.referralCode === 'ABCD2345') {
        serveOrder(order);
        return HttpResponse.json({ orderSessionId: 'told-once', order }, { status: 201 });
      }
      const fields = body.referralCode && { referralCode: 'This invitation is not valid any more.' };
      return fields
        ? refuse(422, { message: 'This invitation is not valid any more.', fields })
        : HttpResponse.json({ orderSessionId: 'told-once', order }, { status: 201 });
    }),
  );
  return bodies;
};

it('keeps an invitation for the session and starts the order with it', async () => {
  const bodies = startsWith();
  const { user, router } = renderApp('/en/order-sim?ref=abcd2345');
  expect(await screen.findByText('You are invited')).toBeVisible();
  expect(screen.getByText(/SAR 25 credit each/)).toBeVisible();
  await router.navigate('/en/');
  await router.navigate('/en/order-sim');
  await user.click(await screen.findByRole('button', { name: 'Choose 057 333 4444' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies[0]).toMatchObject({ referralCode: 'ABCD2345' });
});

it('ignores an unknown invitation, and goes on without it', async () => {
  const bodies = startsWith();
  const { user, path } = renderApp('/en/order-sim/select-number?ref=WRONG234');
  expect(await screen.findByText('This invitation is not valid')).toBeVisible();
  expect(screen.queryByText(/SAR 25 credit/)).toBeNull();
  serveOrder(orderAt('plan-selection'));
  await user.click(screen.getByRole('button', { name: 'Choose 057 333 4444' }));
  await waitFor(() => expect(path()).toBe(`/en/order-sim/${orderId}/select-plan`));
  expect(bodies.map(({ referralCode }) => referralCode)).toEqual([undefined]);
});

it('goes on without an invitation that could not be checked', async () => {
  const bodies = startsWith();
  server.use(http.get(api('/invitations/:code'), () => refuse(429, { messageKey: 'too_many_requests' })));
  const { user, path } = renderApp('/en/order-sim/select-number?ref=WRONG234');
  await user.click(await screen.findByRole('button', { name: 'Choose 057 333 4444' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This invitation is not valid any more.');
  expect(screen.queryByText('You are invited')).toBeNull();
  serveOrder(orderAt('plan-selection'));
  await user.click(screen.getByRole('button', { name: 'Choose 057 333 4444' }));
  await waitFor(() => expect(path()).toBe(`/en/order-sim/${orderId}/select-plan`));
  expect(bodies.map(({ referralCode }) => referralCode)).toEqual(['WRONG234', undefined]);
});

it('names the plan that was chosen first, and the way to another one', async () => {
  server.use(
    http.get(api(`/plans/${hawakom55.id}`), () =>
      HttpResponse.json({ data: { plan: hawakom55, rates: [] } }),
    ),
  );
  renderApp('/en/order-sim/select-number?package=hawakom-55');
  expect(await screen.findByText('Your plan: Hawakom 55')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Another plan' })).toHaveAttribute('href', '/en/plans');
});

it('names no plan that is not on sale', async () => {
  server.use(
    http.get(api('/plans/gone-1'), () =>
      refuse(404, { message: 'Not on sale', messageKey: 'plan_not_found' }),
    ),
  );
  renderApp('/en/order-sim/select-number?package=gone-1');
  expect(await screen.findByRole('button', { name: 'Choose 057 333 4444' })).toBeVisible();
  expect(screen.queryByText(/Your plan/)).toBeNull();
});
