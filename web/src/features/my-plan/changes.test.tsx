import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import type { PlanSubscription } from '@/api/gen-session';
import { day } from '@/lib/text/format';
import { rightCode, serveCodes } from '@/testing/codes';
import { followed, hawakom90, hawakom130, servePlan, startsLater, takePlanChanges } from '@/testing/my-plan';
import { prepaidLine } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

async function open(subscription: PlanSubscription) {
  await signIn([prepaidLine]);
  servePlan(subscription);
  return renderApp('/en/my-plan');
}

const dialog = () => within(screen.getByRole('dialog'));
const later = day(followed().until, 'en');
const keyed = expect.stringMatching(/.+/);
const planRow = (name: string) =>
  within(screen.getByRole('heading', { name, level: 3 }).closest('li') ?? document.body);

it('stops the renewal after a yes to what that means', async () => {
  const { user } = await open(followed({ until: '2099-12-20T21:00:00Z' }));
  const taken = takePlanChanges(followed({ autoRenew: false, renewal: undefined }));
  await user.click(await screen.findByRole('button', { name: 'Stop auto-renew' }));
  expect(
    dialog().getByText(/last until the end of 20 December 2099. You can restart or resubscribe any time/),
  ).toBeVisible();
  expect(dialog().queryByText(/also cancels/)).toBeNull();
  await user.click(dialog().getByRole('button', { name: 'Keep auto-renew' }));
  expect(taken).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Stop auto-renew' }));
  await user.click(dialog().getByRole('button', { name: 'Stop auto-renew' }));
  expect(await screen.findByText('Auto-renew is stopped')).toBeVisible();
  expect(taken).toEqual([{ call: 'POST /users/plan/stop-auto-renewal', body: undefined, key: keyed }]);
  expect(screen.getByText('Off: your plan ends with its cycle.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says what stopping does to a switch that is to come', async () => {
  const { user } = await open(followed({ scheduled: startsLater(hawakom90) }));
  await user.click(await screen.findByRole('button', { name: 'Stop auto-renew' }));
  expect(dialog().getByText(`This also cancels your switch to Hawakom 90 on ${later}.`)).toBeVisible();
});

it('says that a switch which is paid for comes all the same', async () => {
  const { user } = await open(followed({ scheduled: startsLater(hawakom90, true) }));
  await user.click(await screen.findByRole('button', { name: 'Stop auto-renew' }));
  expect(dialog().getByText(/Hawakom 90 is paid for: it starts on/)).toBeVisible();
  expect(dialog().queryByText(/also cancels/)).toBeNull();
});

it('starts the renewal again, and says why it could not be at first', async () => {
  const { user } = await open(followed({ autoRenew: false, renewal: undefined }));
  server.use(
    http.post(api('/users/plan/start-auto-renewal'), () =>
      refuse(409, { message: 'It renews itself already' }),
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Start auto-renew' }));
  expect(
    dialog().getByText(/activates with your next renewal cycle. You can cancel it any time/),
  ).toBeVisible();
  await user.click(dialog().getByRole('button', { name: 'Start auto-renew' }));
  expect(await dialog().findByRole('alert')).toHaveTextContent('It renews itself already');
  const taken = takePlanChanges(followed());
  await user.click(dialog().getByRole('button', { name: 'Start auto-renew' }));
  expect(await screen.findByText('Auto-renew is started')).toBeVisible();
  expect(taken.map(({ call }) => call)).toEqual(['POST /users/plan/start-auto-renewal']);
  expect(screen.getByText(/from your balance/)).toBeVisible();
});

it('starts a plan again that has expired with its renewal off', async () => {
  const over = { stage: 'expired', service: 'incoming' } as const;
  const { user } = await open(followed({ ...over, autoRenew: false, renewal: undefined }));
  const renewal = { at: later, amount: 4_783, paidBy: 'balance', covered: false } as const;
  takePlanChanges(followed({ ...over, renewal: { ...renewal, at: followed().until } }));
  await user.click(await screen.findByRole('button', { name: 'Start again' }));
  expect(dialog().getByText(/comes back as soon as your balance covers it/)).toBeVisible();
  await user.click(dialog().getByRole('button', { name: 'Start auto-renew' }));
  expect(await screen.findByText(/once you have recharged/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Start again' })).toBeNull();
});

it('switches to another plan for the next cycle after its terms and the code sent to the number', async () => {
  const { user } = await open(followed());
  const codes = serveCodes();
  await screen.findByRole('heading', { name: 'Hawakom 90', level: 3 });
  expect(planRow('Hawakom 55').getByText('Your plan')).toBeVisible();
  expect(planRow('Hawakom 55').queryByRole('button')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Postpaid 200' })).toBeNull();
  await user.click(
    planRow('Hawakom 90').getByRole('button', { name: `Switch to Hawakom 90: Switch on ${later}` }),
  );
  const rows = within(
    dialog().getByRole('table', { name: /^What you have now/ }),
  ).getAllByRole<HTMLTableRowElement>('row');
  expect(rows.map(({ cells }) => Array.from(cells, ({ textContent }) => textContent))).toEqual([
    ['NowHawakom 55', 'From then onHawakom 90'],
    ['55', '90'],
    ['5 GB data', '15 GB data'],
    ['Not included', '100 local SMS'],
  ]);
  expect(dialog().getByText(/every 30 days, VAT included.*without VAT/)).toBeVisible();
  expect(dialog().getByText(new RegExp(`starts on ${later}. Until then you keep Hawakom 55`))).toBeVisible();
  expect(codes).toEqual([]);
  const taken = takePlanChanges(followed({ scheduled: startsLater(hawakom90) }));
  await user.click(dialog().getByRole('button', { name: 'Agree and send me a code' }));
  await user.type(await screen.findByLabelText('Verification code'), rightCode);
  expect(await screen.findByText('Your switch is scheduled')).toBeVisible();
  expect(
    screen.getByText(new RegExp(`starts on ${later}. Until then you keep .* We send you a message`)),
  ).toBeVisible();
  expect(codes).toEqual([{ mobile_number: '0570000003', source: 'switch_plan' }]);
  expect(taken).toEqual([
    { call: 'PUT /users/switch-plan', body: { plan_id: 'hawakom-90', otp: rightCode }, key: keyed },
  ]);
  expect(screen.getByText(`Hawakom 90 starts on ${later}`)).toBeVisible();
  expect(planRow('Hawakom 90').getByText('Comes next')).toBeVisible();
});

it('says what the server refuses a switch for', async () => {
  const { user } = await open(followed());
  serveCodes();
  server.use(
    http.put(api('/users/switch-plan'), () => refuse(422, { message: 'This plan is not for your line' })),
  );
  await screen.findByRole('heading', { name: 'Hawakom 90', level: 3 });
  await user.click(planRow('Hawakom 90').getByRole('button'));
  await user.click(dialog().getByRole('button', { name: 'Agree and send me a code' }));
  await user.type(await screen.findByLabelText('Verification code'), rightCode);
  expect(await dialog().findByRole('alert')).toHaveTextContent('This plan is not for your line');
});

it('says what another switch takes the place of, and that it starts the renewal', async () => {
  const { user } = await open(followed({ autoRenew: false, scheduled: startsLater(hawakom90) }));
  await screen.findByRole('heading', { name: 'Hawakom 130', level: 3 });
  await user.click(planRow(hawakom130.name).getByRole('button'));
  expect(dialog().getByText('It takes the place of Hawakom 90, which was to come next.')).toBeVisible();
  expect(dialog().getByText(/starts auto-renew again/)).toBeVisible();
});

it('cancels a switch after a yes, and says until when that goes', async () => {
  const { user } = await open(
    followed({ scheduled: startsLater(hawakom90), changeableUntil: '2099-12-18T21:00:00Z' }),
  );
  const taken = takePlanChanges(followed());
  expect(await screen.findByText(/change or cancel this until Saturday,? 19 December/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Choose another plan' })).toHaveAttribute('href', '#other-plans');
  await user.click(screen.getByRole('button', { name: 'Cancel the switch' }));
  expect(
    dialog().getByText(`Hawakom 90 will not start on ${later}. Hawakom 55 is renewed then instead.`),
  ).toBeVisible();
  await user.click(dialog().getByRole('button', { name: 'Yes, cancel the switch' }));
  expect(await screen.findByText('The switch is cancelled. Hawakom 55 goes on.')).toBeVisible();
  expect(taken).toEqual([{ call: 'DELETE /users/switch-plan', body: undefined, key: keyed }]);
  expect(screen.queryByText(/^Hawakom 90 starts on/)).toBeNull();
  expect(document.activeElement, 'the keyboard goes on from what was said').toHaveTextContent(
    /^The switch is cancelled/,
  );
});
