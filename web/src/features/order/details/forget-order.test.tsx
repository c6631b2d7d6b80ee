import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { queries } from '@/lib/http/query-client';
import { orderId, placedOrder, session } from '@/testing/order';
import { renderStep } from '@/testing/render';
import { api, refuse, serveOrder, server } from '@/testing/server';
import { signIn } from '@/testing/session';
import { knownOrders, rememberOrder, sessionOf } from '../model/order-session';

const path = api(`/orders/${orderId}/session`);
const answersLeft = () =>
  queries
    .getQueryCache()
    .getAll()
    .filter(({ queryKey, state }) => state.data !== undefined && JSON.stringify(queryKey).includes(orderId));

/** Makes the server refuse the order from now on. */
const refuseOrder = () =>
  server.use(
    http.get(api(`/orders/${orderId}`), () => refuse(403, {})),
    http.get(api(`/orders/${orderId}/:part`), () => refuse(403, {})),
  );

/** Ends a session, and records which one. */
function endSession(status: 204 | 403): (string | null)[] {
  const ended: (string | null)[] = [];
  server.use(
    http.delete(path, ({ request }) => {
      ended.push(request.headers.get('X-Order-Session'));
      refuseOrder();
      return status === 204 ? new HttpResponse(null, { status }) : refuse(status, {});
    }),
  );
  return ended;
}

it('says what happens and how to find the order again, and forgets nothing until that is confirmed', async () => {
  const { user } = renderStep(placedOrder('active'), 'order-details');
  await user.click(await screen.findByRole('button', { name: 'Forget this order on this device' }));
  expect(screen.getByRole('dialog', { name: 'Forget the order on this device?' })).toHaveTextContent(
    /The order itself continues.*Find an order.*055 123 4567/,
  );
  await user.click(screen.getByRole('button', { name: 'Keep it here' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sessionOf(orderId)).toBe(session);
});

it.each([
  ['the mobile alone', ['mobile'], 'with 055 123 4567. We'],
  ['the e-mail too, once it was shown', ['email'], 'with 055 123 4567 or noura@example.com. We'],
] as const)('names what opens the order again: %s', async (_what, verified, says) => {
  const contact = { fullName: 'Noura', mobile: '0551234567', email: 'noura@example.com' };
  const order = placedOrder('active', { contact: { ...contact, verified: [...verified] } });
  const { user } = renderStep(order, 'order-details');
  await user.click(await screen.findByRole('button', { name: 'Forget this order on this device' }));
  const dialog = screen.getByRole('dialog', { name: 'Forget the order on this device?' });
  expect(dialog.textContent.replace(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ')).toContain(says);
});

it.each([
  ['ends the session and leaves nothing of the order in the browser', 204],
  ['takes a session that was over for ended', 403],
] as const)('%s', async (_what, status) => {
  const other = '01980000-0000-7000-8000-0000000000aa';
  rememberOrder(other, 'of-another-order');
  serveOrder(placedOrder('active', { id: other }));
  const { user, path: at } = renderStep(placedOrder('active'), 'order-details');
  const ended = endSession(status);
  await user.click(await screen.findByRole('button', { name: 'Forget this order on this device' }));
  await user.click(screen.getByRole('button', { name: 'Forget it here' }));
  expect(await screen.findByText('The order is forgotten on this device')).toBeVisible();
  expect(at()).toBe('/en/');
  expect(ended).toEqual([session]);
  expect(sessionOf(orderId)).toBeUndefined();
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(orderId);
  expect(knownOrders().map(({ id }) => id)).toEqual([other]);
  await waitFor(() => expect(answersLeft()).toEqual([]));
});

it('keeps the order if the server does not answer', async () => {
  server.use(http.delete(path, () => refuse(500, { message: 'Something went wrong' })));
  const { user } = renderStep(placedOrder('active'), 'order-details');
  await user.click(await screen.findByRole('button', { name: 'Forget this order on this device' }));
  await user.click(screen.getByRole('button', { name: 'Forget it here' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(sessionOf(orderId)).toBe(session);
});

it('leaves the order when another tab forgot it, and stays when it only made room for another', async () => {
  const app = renderStep(placedOrder('active'), 'order-details');
  await screen.findByRole('button', { name: 'Forget this order on this device' });
  const before = localStorage.getItem('selfcare.orders') ?? '';
  const tell = (newValue: string) => {
    localStorage.setItem('selfcare.orders', newValue);
    dispatchEvent(new StorageEvent('storage', { key: 'selfcare.orders', oldValue: before, newValue }));
  };
  await act(async () => tell(before.replace(orderId, '01980000-0000-7000-8000-0000000000aa')));
  expect(app.path()).toContain(orderId);
  refuseOrder();
  await act(async () => tell('[]'));
  expect(await screen.findByText('The order is forgotten on this device')).toBeVisible();
  expect(sessionOf(orderId)).toBeUndefined();
  await waitFor(() => expect(answersLeft()).toEqual([]));
});

it('is not offered to a signed-in customer', async () => {
  await signIn();
  renderStep(placedOrder('active'), 'order-details');
  expect(await screen.findByText('Copy a link to this order')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Forget this order on this device' })).toBeNull();
});
