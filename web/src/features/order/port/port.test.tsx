import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { placedPort, portAt, portWith } from '@/testing/kinds';
import { orderId, placedOrder, progressWith } from '@/testing/order';
import { renderStep } from '@/testing/render';
import { api, refuse, server, takeCalls } from '@/testing/server';

const hints = [{ code: 'port_hint_credit', message: 'Unused credit is lost.' }];

it('asks for operator, number and consent, and shows the pre-check', async () => {
  const answer = portAt('plan-selection', { seq: 2, port: portWith({ hints }) });
  const calls = takeCalls('put', '/port', answer);
  const { user, path } = renderStep(portAt('mnp-number-selection'), 'mnp-number-selection');
  await screen.findByRole('radio', { name: 'STC' });
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Choose your current operator')).toBeVisible();
  expect(screen.getByText('Please accept this to continue')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'STC' })).toHaveFocus();
  expect(calls).toHaveLength(0);

  await user.click(screen.getByRole('radio', { name: 'STC' }));
  await user.type(screen.getByRole('textbox', { name: 'The number you want to keep' }), '+966 56 123 4567');
  await user.selectOptions(screen.getByLabelText('When should we switch?'), '2026-11-22');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Your number can be brought over' })).toHaveFocus(),
  );
  expect(screen.getByText('Unused credit is lost.')).toBeVisible();
  expect(calls[0]?.body).toEqual({
    operator: 'stc',
    msisdn: '0561234567',
    window: '2026-11-22',
    acceptTerms: true,
  });
  await user.click(screen.getByRole('link', { name: 'Continue' }));
  await waitFor(() => expect(path()).toBe(`/en/order-sim/${orderId}/select-plan`));
});

it('says why operators cannot be shown, and asks again', async () => {
  server.use(http.get(api('/lookup/operators'), () => refuse(409, { message: 'Not now' }), { once: true }));
  const { user } = renderStep(portAt('mnp-number-selection'), 'mnp-number-selection');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  expect(screen.queryByRole('radio', { name: 'STC' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('radio', { name: 'STC' })).toBeEnabled();
});

it('shows a refusal of the number at its field and keeps what was typed', async () => {
  server.use(
    http.put(api(`/orders/${orderId}/port`), () =>
      refuse(422, {
        message: 'Refused',
        messageKey: 'number_is_ours',
        fields: { msisdn: 'This number is already with us.' },
      }),
    ),
  );
  const { user } = renderStep(portAt('mnp-number-selection'), 'mnp-number-selection');
  await user.click(await screen.findByRole('radio', { name: 'Zain' }));
  const number = screen.getByRole('textbox', { name: 'The number you want to keep' });
  await user.type(number, '0571234567');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('This number is already with us.')).toBeVisible();
  expect(number).toHaveFocus();
  expect(number).toHaveValue('0571234567');
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  [false, 1],
  [true, 0],
])(
  'mentions working days only if numbers move on those alone (around the clock: %s)',
  async (aroundTheClock, said) => {
    server.use(
      http.get(api('/lookup/port-windows'), () =>
        HttpResponse.json({ workingDays: 3, aroundTheClock, items: [] }),
      ),
    );
    renderStep(portAt('mnp-number-selection'), 'mnp-number-selection');
    expect(await screen.findByLabelText('When should we switch?')).toBeVisible();
    expect(screen.queryAllByText(/Sunday to Thursday/)).toHaveLength(said);
  },
);

it('shows no total before an amount is due', async () => {
  const nothing = { lines: [], total: 0, vat: 0, pinned: false };
  renderStep(portAt('mnp-number-selection', { price: nothing }), 'mnp-number-selection');
  await screen.findByRole('radio', { name: 'STC' });
  expect(screen.getByText('Details')).toBeVisible(); // the order can be given up there
  expect(screen.queryByText('Total')).toBeNull();
});

it('repeats the pre-check and the time of the switch before the payment', async () => {
  renderStep(
    portAt('order-confirmation', { port: portWith({ hints, window: '2026-11-22' }) }),
    'order-confirmation',
  );
  expect(await screen.findByText('Unused credit is lost.')).toBeVisible();
  expect(screen.getByText(/Sunday,? 22 November/)).toBeVisible();
});

it('offers only plans that accept a number of another operator', async () => {
  renderStep(portAt('plan-selection', { port: portWith() }), 'plan-selection');
  expect(await screen.findByRole('listitem', { name: 'Hawakom 90' })).toBeVisible();
  expect(screen.queryByRole('listitem', { name: 'Basic 25' })).toBeNull();
});

const milestones = [
  'placed',
  'donor-agrees',
  'preparing',
  'dispatched',
  'delivered',
  'number-moves',
  'active',
] as const;

it('shows the progress of number and SIM, and the end of the stage', async () => {
  const asked = {
    key: 'donor-agrees',
    state: 'waiting',
    actor: 'donor',
    until: '2026-11-22T09:00:00Z',
  } as const;
  const progress = progressWith('donor-answers', asked, [...milestones]);
  renderStep(
    placedPort('placed', { status: 'submitted', expectedAt: '2026-11-22T09:00:00Z' }, { progress }),
    'order-details',
  );
  const state = await screen.findByRole('list', { name: 'State of your order' });
  expect(within(state).getAllByRole('listitem')).toHaveLength(milestones.length);
  const now = within(state)
    .getByText(/^Your operator agrees/)
    .closest('li');
  expect(now).toHaveAttribute('aria-current', 'step');
  expect(now).toHaveTextContent(/Waiting for STC · by Sunday/);
  expect(await screen.findByText(/^STC has until Sunday.* to answer our request\.$/)).toBeVisible();
  expect(screen.getByText(/^We are asking STC to let your number go/)).toBeVisible();
  expect(screen.getAllByRole('list', { name: /State/ })).toHaveLength(1);
});

it('sends the request again with the corrected field', async () => {
  const rejection = { code: 'port_number_not_active', message: 'Not active.', editable: ['msisdn' as const] };
  const calls = takeCalls(
    'put',
    '/port/correction',
    placedPort('placed', { status: 'submitted' }, { seq: 2 }),
  );
  const refused = { key: 'donor-agrees', state: 'failed', actor: 'customer' } as const;
  const progress = progressWith('port-refused', refused, [...milestones]);
  const { user } = renderStep(
    placedPort('placed', { status: 'rejected', rejection }, { progress }),
    'order-details',
  );
  expect(await screen.findByText('Not active.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: /^Thank you/ })).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
  const number = screen.getByRole('textbox', { name: 'Number to bring over' });
  await user.clear(number);
  await user.type(number, '0567654321');
  await user.click(screen.getByRole('button', { name: 'Send the request again' }));
  await waitFor(() => expect(calls[0]?.body).toEqual({ msisdn: '0567654321' }));
  await waitFor(() => expect(screen.queryByText('Not active.')).toBeNull());
});

it('shows no form if the customer must settle it with the old operator', async () => {
  const rejection = { code: 'port_unpaid_dues', message: 'An open bill.', editable: [] };
  const calls = takeCalls(
    'put',
    '/port/correction',
    placedPort('placed', { status: 'submitted' }, { seq: 2 }),
  );
  const { user } = renderStep(
    placedPort('placed', { status: 'rejected', rejection, triesLeft: 1 }),
    'order-details',
  );
  expect(await screen.findByText('You can send it one more time.')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send the request again' }));
  await waitFor(() => expect(calls[0]?.body).toEqual({}));
});

it('says that the old operator is silent', async () => {
  const asked = { status: 'submitted', escalated: true, expectedAt: '2026-11-22T09:00:00Z' } as const;
  renderStep(placedPort('placed', asked), 'order-details');
  expect(await screen.findByText(/STC has not answered in time/)).toBeVisible();
  expect(screen.getByText(/^We now wait for STC until Sunday.* our team contacts them\.$/)).toBeVisible();
});

it('names the old operator and its time to answer in Arabic', async () => {
  const asked = { status: 'submitted', expectedAt: '2026-11-22T09:00:00Z' } as const;
  renderStep(placedPort('placed', asked), 'order-details', 'ar');
  expect(await screen.findByText(/^أمام STC مهلة حتى الأحد.* للرد على طلبنا\.$/)).toBeVisible();
});

it('shows the rollback of a switch, and no activation for a switched number', async () => {
  renderStep(
    placedPort(
      'delivered',
      { status: 'rolled-back' },
      { progress: { headline: 'switch-postponed', milestones: [] } },
    ),
    'order-details',
  );
  expect(await screen.findByText(/put everything back/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Activate my SIM' })).toBeNull();
  expect(screen.getByText(/Keep using your current SIM/)).toBeVisible();
});

it('says why a port has failed, and that the number works as before', async () => {
  const rejection = { code: 'port_suspended', message: 'A court has suspended this number.', editable: [] };
  renderStep(placedPort('cancelled', { status: 'failed', rejection }), 'order-details');
  expect(await screen.findByText('A court has suspended this number.')).toBeVisible();
  expect(await screen.findByText('Your number stays with your operator and works as before.')).toBeVisible();
});

it('says that the number works as before after a port that is over', async () => {
  renderStep(placedPort('cancelled', { status: 'withdrawn' }), 'order-details');
  expect(await screen.findByText(/It stays with your operator, and your SIM keeps working/)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Your request is withdrawn' })).toBeVisible();
  expect(screen.queryByText(/Keep your current SIM in the phone/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Start a new order' })).toHaveAttribute(
    'href',
    '/en/order-sim/number-type-selection?sim=physical&number=port-in',
  );
});

it('withdraws rather than cancels', async () => {
  const calls = takeCalls(
    'post',
    '/cancellation',
    placedOrder('cancelling', { seq: 2, numberSource: 'port-in' }),
  );
  const { user } = renderStep(placedPort('placed', { status: 'submitted' }), 'order-details');
  await user.click(await screen.findByRole('button', { name: 'Withdraw the request' }));
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByText(/stays with your current operator/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Yes, withdraw it' }));
  expect(await screen.findByRole('heading', { name: 'Your request is being withdrawn' })).toBeVisible();
  expect(calls).toHaveLength(1);
});

it('moves the switch to another day before it begins', async () => {
  const cutOverAt = '2026-11-22T05:00:00Z';
  const waiting = { status: 'scheduled' as const, cutOverAt: '2026-11-19T05:00:00Z', windowOpen: true };
  const calls = takeCalls(
    'put',
    '/port/window',
    placedPort('delivered', { ...waiting, window: '2026-11-22', cutOverAt }),
  );
  const { user } = renderStep(placedPort('delivered', waiting), 'order-details');
  await user.click(await screen.findByRole('button', { name: 'Choose another time' }));
  const day = await screen.findByLabelText('When should we switch?');
  expect(day).toHaveFocus();
  await user.selectOptions(day, '2026-11-22');
  await user.click(screen.getByRole('button', { name: 'Save the new time' }));
  expect(await screen.findByText(/^Saved\./)).toBeVisible();
  expect(screen.getByText(/We switch your number on Sunday,? 22 November/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Choose another time' })).toHaveFocus();
  expect(calls[0]?.body).toEqual({ window: '2026-11-22' });
});

it('keeps the day on cancel, and shows a refusal at the field', async () => {
  server.use(
    http.put(api(`/orders/${orderId}/port/window`), () =>
      refuse(422, {
        message: 'Refused',
        messageKey: 'port_window_invalid',
        fields: { window: 'No working day.' },
      }),
    ),
  );
  const { user } = renderStep(
    placedPort('preparing', { status: 'approved', window: '2026-11-23', windowOpen: true }),
    'order-details',
  );
  expect(await screen.findByText(/You chose Monday,? 23 November/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Choose another time' }));
  await screen.findByLabelText('When should we switch?');
  await user.click(screen.getByRole('button', { name: 'Save the new time' }));
  expect(await screen.findByText('No working day.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep the current time' }));
  expect(screen.getByRole('button', { name: 'Choose another time' })).toHaveFocus();
});

it('offers no other time once the switch has begun', async () => {
  renderStep(placedPort('porting', { status: 'cut-over', windowOpen: false }), 'order-details');
  expect(await screen.findByText(/is being switched now/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Choose another time' })).toBeNull();
});
