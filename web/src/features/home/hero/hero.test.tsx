import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { orderAt, orderId } from '@/testing/order';
import { renderApp } from '@/testing/render';
import { api, refuse, server, takeStart } from '@/testing/server';

const free = [
  { msisdn: '0573334444', category: 'bronze', price: 3_000, pattern: 'repeated' },
  { msisdn: '0571990444', category: 'gold', price: 50_000, pattern: 'other' },
];

/** Serves the free numbers that have the digits, and lists the searches. */
function serveNumbers() {
  const asked: string[] = [];
  server.use(
    http.get(api('/number-booking/numbers'), ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query.toString());
      const items = free.filter(({ msisdn }) => msisdn.slice(3).includes(query.get('contains') ?? ''));
      return HttpResponse.json({ items, page: 1, per_page: 3, hasMore: false });
    }),
  );
  return asked;
}

it('Hero_Digits_ShowsThreeNumbersWithThem', async () => {
  const asked = serveNumbers();
  const { user } = renderApp('/en/');
  expect(await screen.findAllByRole('button', { name: /^Choose 057/ })).toHaveLength(2);
  await user.type(
    screen.getByRole('textbox', { name: 'Which digits should your number have?' }),
    '+966571990444',
  );
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Choose 057/ })).toHaveLength(1));
  expect(asked.at(-1)).toBe('contains=1990444&per_page=3');
  expect(screen.getByText('199 0444').tagName).toBe('MARK');
  expect(screen.getByRole('link', { name: 'See more numbers' })).toHaveAttribute(
    'href',
    '/en/order-sim/select-number?digits=1990444',
  );
});

it('Hero_NoNumber_SaysSoAndLeadsToAll', async () => {
  serveNumbers();
  const { user } = renderApp('/en/');
  await user.type(await screen.findByRole('textbox', { name: /Which digits/ }), '777');
  expect(await screen.findByText(/Number searched not available/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'See more numbers' })).toHaveAttribute(
    'href',
    '/en/order-sim/select-number',
  );
});

it('Hero_ChosenNumber_BeginsItsOrder', async () => {
  serveNumbers();
  const bodies = takeStart(orderAt('plan-selection'));
  const { user, path } = renderApp('/en/');
  await user.click(await screen.findByRole('button', { name: 'Choose 057 333 4444' }));
  await waitFor(() => expect(path()).toBe(`/en/order-sim/${orderId}/select-plan`));
  expect(bodies).toEqual([{ kind: 'sim', numberSource: 'new', msisdn: '0573334444' }]);
});

it('Hero_TakenNumber_SaysSo', async () => {
  serveNumbers();
  server.use(
    http.post(api('/orders'), () =>
      refuse(409, { message: 'This number is taken', messageKey: 'number_taken' }),
    ),
  );
  const { user } = renderApp('/en/');
  await user.click(await screen.findByRole('button', { name: 'Choose 057 333 4444' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This number is taken');
});
