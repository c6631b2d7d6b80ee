import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { PlanSubscription } from '@/api/gen-session';
import { day } from '@/lib/text/format';
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

it('stops the renewal after a confirmation', async () => {
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

it('says that stopping cancels a scheduled switch', async () => {
  const { user } = await open(followed({ scheduled: startsLater(hawakom90) }));
  await user.click(await screen.findByRole('button', { name: 'Stop auto-renew' }));
  expect(dialog().getByText(`This also cancels your switch to Hawakom 90 on ${later}.`)).toBeVisible();
});

it('says that a paid switch happens nevertheless', async () => {
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

it('restarts an expired plan without renewal', async () => {
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

it('leads to the switch for each suitable plan but the present one', async () => {
  await open(followed({ scheduled: startsLater(hawakom90) }));
  await screen.findByRole('heading', { name: 'Hawakom 90', level: 3 });
  expect(planRow('Hawakom 55').getByText('Your plan')).toBeVisible();
  expect(planRow('Hawakom 55').queryByRole('link')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Postpaid 200' })).toBeNull();
  expect(planRow('Hawakom 90').getByText('Comes next')).toBeVisible();
  const way = planRow(hawakom130.name).getByRole('link', { name: 'Switch to Hawakom 130' });
  expect(way).toHaveAttribute('href', '/en/switch-plan/hawakom-130');
});

it('marks the one plan that suits the line best, with the usage behind it', async () => {
  const used = { type: 'social_media', unit: 'MB', amount: 15_360, included: 15_360, days: 30 };
  server.use(
    http.get(api('/users/plan/best'), () =>
      HttpResponse.json({ data: { best: { planId: 'hawakom-130', used } } }),
    ),
  );
  await open(followed());
  expect(
    await screen.findByText('You used 15 GB of your 15 GB of social media in the last 30 days.'),
  ).toBeVisible();
  expect(planRow(hawakom130.name).getByText('Best for you')).toBeVisible();
  expect(screen.getAllByText('Best for you')).toHaveLength(1);
});

it('leads to the same plan once it has expired', async () => {
  await open(followed({ stage: 'expired', service: 'incoming' }));
  await screen.findByRole('heading', { name: 'Hawakom 55', level: 3 });
  const way = planRow('Hawakom 55').getByRole('link', { name: 'Resubscribe to Hawakom 55' });
  expect(way).toHaveAttribute('href', '/en/switch-plan/hawakom-55');
});

it.each([
  ['delivering', 'Your switch to Hawakom 90 is under way'],
  ['challenge', 'Your switch to Hawakom 90 waits for your payment'],
  ['completed', 'You switched to Hawakom 90'],
  ['failed', 'Oops, Switching your plan has been failed'],
] as const)('tells who closed the page of a switch how it stands: %s', async (status, title) => {
  await open(
    followed({
      lastSwitch: { purchaseId: '01920000-0000-7000-8000-0000000000d1', plan: 'Hawakom 90', status },
    }),
  );
  const said = (await screen.findByText(title)).closest<HTMLElement>('[data-tone]');
  expect(within(said ?? document.body).getByRole('link')).toHaveAttribute(
    'href',
    '/en/purchase/01920000-0000-7000-8000-0000000000d1',
  );
});

it('cancels a switch after a confirmation, and shows the last moment for it', async () => {
  const { user } = await open(
    followed({ scheduled: startsLater(hawakom90), changeableUntil: '2099-12-18T21:00:00Z' }),
  );
  const taken = takePlanChanges(followed());
  expect(await screen.findByText(/change or cancel this until Saturday,? 19 December/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Choose another plan' })).toHaveAttribute('href', '#other-plans');
  await user.click(screen.getByRole('button', { name: 'Cancel the switch' }));
  expect(
    dialog().getByText(`Hawakom 90 will not start on ${later}. Hawakom 55 renews instead.`),
  ).toBeVisible();
  await user.click(dialog().getByRole('button', { name: 'Yes, cancel the switch' }));
  expect(await screen.findByText('The switch is cancelled. Hawakom 55 continues.')).toBeVisible();
  expect(taken).toEqual([{ call: 'DELETE /users/switch-plan', body: undefined, key: keyed }]);
  expect(screen.queryByText(/^Hawakom 90 starts on/)).toBeNull();
  expect(document.activeElement, 'the keyboard goes on from what was said').toHaveTextContent(
    /^The switch is cancelled/,
  );
});
