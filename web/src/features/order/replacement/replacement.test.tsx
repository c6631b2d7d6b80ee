import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Order } from '@/api/gen';
import { rightCode, serveCodes } from '@/testing/codes';
import { orderAt, orderId, placedOrder } from '@/testing/order';
import { servePhones } from '@/testing/phones';
import { renderApp, renderStep } from '@/testing/render';
import { api, refuse, server, takeCalls, takeStart } from '@/testing/server';
import { mainLine, serveSession, signIn, subLine } from '@/testing/session';

const fields = { kind: 'sim-replacement', numberSource: 'existing', booking: undefined } as const;
const steps: Order['steps'] = [
  { id: 'sim-replacement-request', done: false, open: true },
  { id: 'identity-validation', done: false, open: false },
];
const asked = orderAt('sim-replacement-request', { ...fields, steps });
const next = orderAt('identity-validation', {
  ...fields,
  seq: 2,
  msisdn: '0570000003',
  replacement: { reason: 'lost', fee: 2_500, oldSimSuspended: false },
  steps: steps.map((step) => ({ ...step, open: true, done: step.id === 'sim-replacement-request' })),
});

/** Plays the check that an ID belongs to a number. */
function serveIds(right: string): unknown[] {
  const claims: unknown[] = [];
  server.use(
    http.post<never, { id_number: string }>(api('/auth/validate_id'), async ({ request }) => {
      const claim = await request.json();
      claims.push(claim);
      return claim.id_number === right
        ? HttpResponse.json({ data: { proven_until: new Date().toISOString() } })
        : refuse(422, {
            message: 'Please check the fields',
            fields: { id_number: "Mobile number & ID don't match" },
          });
    }),
  );
  return claims;
}

beforeEach(() => {
  serveSession();
});

it('begins with the kind of SIM, and explains the end of the present one', async () => {
  const bodies = takeStart(asked);
  const { user, path } = renderApp('/en/replace-sim');
  expect(await screen.findByText(/We suspend it as soon as your order is paid/)).toBeVisible();
  const signInLink = within(screen.getByRole('main')).getByRole('link', { name: 'Sign in' });
  expect(signInLink).toHaveAttribute('href', '/en/login?from=%2Fen%2Freplace-sim');
  await user.click(screen.getByRole('radio', { name: /An eSIM/ }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(path()).toBe(`/en/order-sim/${orderId}/sim-replacement-request`));
  expect(bodies).toEqual([{ kind: 'esim-replacement', numberSource: 'existing' }]);
});

it('takes number, ID and code of a guest', async () => {
  const claims = serveIds('1077000014');
  const codes = serveCodes();
  const calls = takeCalls('put', '/replacement', next);
  const { user, path } = renderStep(asked, 'sim-replacement-request');
  await user.click(await screen.findByRole('button', { name: 'Send me a code' }));
  expect(await screen.findAllByText('Please fill in this field')).toHaveLength(2);
  await user.type(screen.getByLabelText('Mobile number'), '+966 57 000 0001');
  await user.type(screen.getByLabelText('ID number of the owner'), '1000000008');
  await user.click(screen.getByRole('radio', { name: /It is damaged/ }));
  await user.click(screen.getByRole('button', { name: 'Send me a code' }));
  expect(await screen.findByText("Mobile number & ID don't match")).toBeVisible();
  expect(codes).toEqual([]);
  await user.clear(screen.getByLabelText('ID number of the owner'));
  await user.type(screen.getByLabelText('ID number of the owner'), '1077000014');
  await user.click(screen.getByRole('button', { name: 'Send me a code' }));
  await user.type(await screen.findByLabelText('Verification code'), rightCode);
  await waitFor(() => expect(path()).toBe(`/en/order-sim/${orderId}/identity-validation`));
  expect(claims.at(-1)).toEqual({
    mobile_number: '0570000001',
    id_number: '1077000014',
    source: 'replacement',
  });
  expect(codes).toEqual([{ mobile_number: '0570000001', source: 'replacement' }]);
  expect(calls[0]?.body).toEqual({
    msisdn: '0570000001',
    idNumber: '1077000014',
    reason: 'damaged',
    otp: rightCode,
  });
});

it('lets a customer choose the line, and shows its obstacle', async () => {
  await signIn([mainLine, subLine]);
  serveIds('1077000030');
  serveCodes();
  const blocked = 'This line is blocked by order SC87654321. Please wait for it, or cancel that order first.';
  const bodies: unknown[] = [];
  server.use(
    http.put(api(`/orders/${orderId}/replacement`), async ({ request }) => {
      bodies.push(await request.json());
      return refuse(409, { message: blocked, messageKey: 'line_change_under_way' });
    }),
  );
  const { user } = renderStep(asked, 'sim-replacement-request');
  await user.selectOptions(await screen.findByLabelText('Line'), subLine.subscription_id);
  await user.type(screen.getByLabelText('ID number of the owner'), '1077000030');
  await user.click(screen.getByRole('button', { name: 'Send me a code' }));
  await user.type(await screen.findByLabelText('Verification code'), rightCode);
  expect(await screen.findByRole('alert')).toHaveTextContent(blocked);
  expect(bodies).toEqual([
    { subscriptionId: subLine.subscription_id, idNumber: '1077000030', reason: 'lost', otp: rightCode },
  ]);
  await user.click(screen.getByRole('button', { name: 'Change the number' }));
  expect(await screen.findByLabelText('Line')).toHaveValue(subLine.subscription_id);
});

it('asks for the phone of an eSIM on the same page', async () => {
  servePhones();
  renderStep(
    orderAt('sim-replacement-request', { ...fields, kind: 'esim-replacement', simType: 'esim', steps }),
    'sim-replacement-request',
  );
  expect(await screen.findByRole('radio', { name: /I want an eSIM/ })).toBeChecked();
  expect(await screen.findByRole('radio', { name: 'Find it in the list' })).toBeVisible();
});

it('tells in the order what happens to the old SIM', async () => {
  const replacement = { reason: 'lost', fee: 2_500, oldSimSuspended: true } as const;
  const of = { ...fields, msisdn: '0570000003', replacement, canCancel: true };
  renderStep(placedOrder('delivered', { ...of, customerStatus: 'delivered' }), 'order-details');
  expect(
    await screen.findByText(/Your old SIM is suspended until the new one takes over\. If you cancel/),
  ).toBeVisible();
  expect(screen.getByText(/your number moves to it/)).toBeVisible();
  expect(screen.getByText('057 000 0003')).toBeVisible();
});

it('says that cancelling brings the old SIM back only while the order can be cancelled', async () => {
  const replacement = { reason: 'lost', fee: 2_500, oldSimSuspended: true } as const;
  const sent = { ...fields, msisdn: '0570000003', replacement, canCancel: false };
  renderStep(placedOrder('dispatched', sent), 'order-details');
  expect(await screen.findByText(/Your old SIM is suspended until the new one takes over/)).toBeVisible();
  expect(screen.queryByText(/If you cancel/)).toBeNull();
});
