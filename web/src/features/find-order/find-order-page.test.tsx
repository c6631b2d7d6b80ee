import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { sessionOf } from '@/features/order/model/order-session';
import { orderId, placedOrder } from '@/testing/order';
import { renderApp } from '@/testing/render';
import { codeSent } from '@/testing/sent-code';
import { api, refuse, serveOrder, server } from '@/testing/server';
import { serveSession, signIn } from '@/testing/session';

type User = ReturnType<typeof renderApp>['user'];

async function ask(user: User): Promise<void> {
  await user.type(await screen.findByLabelText('Order number'), 'sc 1234 5678');
  await user.type(screen.getByLabelText('Mobile number or email of the order'), '٠٥٥١٢٣٤٥٦٧');
  await user.click(screen.getByRole('button', { name: 'Send me a code' }));
}

function takeLookUps(): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http.post(api('/orders/lookup'), async ({ request }) => {
      bodies.push([request.headers.get('Authorization'), await request.json()]);
      return HttpResponse.json({ data: codeSent() });
    }),
  );
  return bodies;
}

it('opens an order again with its number, the mobile and the code sent there', async () => {
  serveSession();
  serveOrder(placedOrder('preparing'));
  const asked = takeLookUps();
  const bodies: unknown[] = [];
  server.use(
    http.post(api('/orders/lookup/validate'), async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ orderId, orderSessionId: 'found-again' });
    }),
  );
  const { user, path } = renderApp('/en/find-order');
  await ask(user);
  await user.type(await screen.findByLabelText('Verification code'), '123456');
  await waitFor(() => expect(path()).toBe(`/en/order-sim/${orderId}/order-details`));
  const wanted = { orderNumber: 'SC12345678', contact: '0551234567' };
  expect(asked).toEqual([['Bearer device-token', wanted]]);
  expect(bodies).toEqual([{ ...wanted, otp: '123456' }]);
  expect(sessionOf(orderId)).toBe('found-again');
});

it('finds an order by its e-mail, for a customer without a Saudi SIM', async () => {
  serveSession();
  const asked = takeLookUps();
  const { user } = renderApp('/en/find-order?order=SC12345678');
  await user.type(await screen.findByLabelText('Mobile number or email of the order'), ' sara@example.sa ');
  await user.click(screen.getByRole('button', { name: 'Send me a code' }));
  expect(await screen.findByText('sara@example.sa')).toBeVisible();
  expect(asked).toEqual([['Bearer device-token', { orderNumber: 'SC12345678', contact: 'sara@example.sa' }]]);
});

it('FindOrder_MistypedNumber_IsRefusedAtItsField', async () => {
  serveSession();
  const asked = takeLookUps();
  const { user } = renderApp('/en/find-order?order=SC234ABCYS');
  await user.type(await screen.findByLabelText('Mobile number or email of the order'), '0551234567');
  await user.click(screen.getByRole('button', { name: 'Send me a code' }));
  const number = screen.getByLabelText('Order number');
  await waitFor(() => expect(number).toHaveFocus());
  expect(number).toHaveAccessibleDescription(/Enter the order number as in our message/);
  expect(asked).toEqual([]);
  await user.type(number, '{Backspace}R');
  await user.click(screen.getByRole('button', { name: 'Send me a code' }));
  await waitFor(() => expect(asked).toHaveLength(1));
});

it('says when there is no such order, and looks for another one', async () => {
  serveSession();
  takeLookUps();
  server.use(
    http.post(api('/orders/lookup/validate'), () =>
      refuse(404, { message: 'No orders found', messageKey: 'no_orders_found' }),
    ),
  );
  const { user } = renderApp('/en/find-order');
  await ask(user);
  expect(await screen.findByText(/If the order .*SC12345678.* belongs to this address/)).toBeVisible();
  await user.type(await screen.findByLabelText('Verification code'), '123456');
  expect(await screen.findByRole('alert')).toHaveTextContent('No orders found');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByLabelText('Order number')).toHaveValue('SC12345678');
  expect(screen.getByRole('timer')).toHaveTextContent(/You can ask for another code in \d:\d\d/);
});

it('asks for a whole order number and a Saudi mobile before anything is sent', async () => {
  const asked = takeLookUps();
  const { user } = renderApp('/ar/find-order');
  await user.type(await screen.findByLabelText('رقم الطلب'), 'SC123');
  await user.type(screen.getByLabelText('رقم جوال الطلب أو بريده الإلكتروني'), '123456');
  await user.click(screen.getByRole('button', { name: 'أرسل لي رمزًا' }));
  expect(await screen.findByText(/أدخل رقم الطلب/)).toBeVisible();
  expect(screen.getByText(/أدخل رقم جوال سعوديًا.*أو بريدًا/)).toBeVisible();
  expect(asked).toEqual([]);
});

it('fills in the mobile number of a signed-in customer', async () => {
  await signIn();
  renderApp('/en/find-order');
  await waitFor(() => expect(screen.getByRole('textbox', { name: /mobile/i })).toHaveValue('0570000003'));
});
