import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { SwitchEligibility } from '@/api/gen-lines';
import type { PlanSubscription } from '@/api/gen-session';
import { keepOrder } from '@/lib/session/kept-order';
import { day } from '@/lib/text/format';
import { rightCode, serveCodes } from '@/testing/codes';
import { followed, hawakom55, hawakom90, postpaid200, servePlan, startsLater } from '@/testing/my-plan';
import { card, prepaidLine, purchase, servePurchase, serveRecharge } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const later: SwitchEligibility['renewal'] = {
  startsAt: followed().until,
  changeableUntil: followed().changeableUntil,
  amount: 7_826,
  paidBy: 'balance',
  covered: true,
};

const eligible = (over: Partial<SwitchEligibility> = {}): SwitchEligibility => ({
  eligible: true,
  plan: hawakom90,
  present: hawakom55,
  now: {
    items: [{ item: 'plan', amount: 9_000, vat: 1_174 }],
    total: 9_000,
    vat: 1_174,
    paidBy: 'purchase',
    fromBalance: 7_826,
    balance: 10_000,
    daysLost: 20,
  },
  renewal: later,
  ...over,
});

const addresses = { en: 'switch-plan', ar: 'تغيير-الباقة' };

interface Asked {
  body: unknown;
  key: string | null;
}

async function open(
  over: Partial<SwitchEligibility> = {},
  subscription: PlanSubscription = followed(),
  language: 'en' | 'ar' = 'en',
  search = '',
) {
  await signIn([prepaidLine]);
  serveRecharge({ cards: [card()], balance: 10_000 });
  servePlan(subscription);
  server.use(
    http.get(api('/plans/validate-subscriber-eligibilty'), () => HttpResponse.json({ data: eligible(over) })),
    http.get(api('/plans/:id'), () =>
      HttpResponse.json({ data: { plan: over.plan ?? hawakom90, rates: [] } }),
    ),
  );
  return renderApp(`/${language}/${addresses[language]}/hawakom-90${search}`);
}

/** Accepts the switch and answers with it. */
function takeSwitch(answer: object): Asked[] {
  const asked: Asked[] = [];
  server.use(
    http.put(api('/users/switch-plan'), async ({ request }) => {
      asked.push({ body: await request.json(), key: request.headers.get('Idempotency-Key') });
      return HttpResponse.json(answer);
    }),
  );
  return asked;
}

const bought = (over = {}) =>
  purchase({
    kind: 'plan-switch',
    amount: 0,
    total: 7_826,
    vat: 0,
    way: 'balance',
    status: 'delivering',
    switch: { planId: 'hawakom-90', plan: 'Hawakom 90', fromPlan: 'Hawakom 55', items: [] },
    ...over,
  });

const button = (name: string) => screen.findByRole('button', { name });
const step = () => document.querySelector('[data-step]')?.getAttribute('data-step');

it('switches at once: comparison, code, summary, payment and outcome', async () => {
  const { user } = await open();
  const codes = serveCodes();
  expect(await screen.findByRole('heading', { level: 1, name: 'Switch to Hawakom 90' })).toBeVisible();
  const rows = within(await screen.findByRole('table')).getAllByRole<HTMLTableRowElement>('row');
  expect(rows.map(({ cells }) => Array.from(cells, ({ textContent }) => textContent)).slice(0, 2)).toEqual([
    ['You give upHawakom 55', 'You getHawakom 90'],
    ['20 days', 'A new cycle from today, renewed every 30 days'],
  ]);
  expect(screen.getByText(/SAR 11\.74 of it is VAT/)).toBeVisible();
  expect(screen.getByText(/From your balance SAR 78\.26/)).toBeVisible();
  expect(step()).toBe('PAYMENT_DETAILS');
  await user.click(await button('Continue and send me a code'));
  await user.type(await screen.findByLabelText('Verification code'), rightCode);
  await button('Continue to payment');
  expect(step()).toBe('PLAN_SUMMARY');
  expect(codes.map(({ source, otp }) => [source, otp])).toEqual([
    ['switch_plan', undefined],
    ['switch_plan', rightCode],
  ]);
  await user.click(await button('Continue to payment'));
  await waitFor(() => expect(step()).toBe('PAYMENT'));
  servePurchase(bought());
  const asked = takeSwitch({ data: followed(), purchase: bought() });
  await user.click(await screen.findByRole('button', { name: /^Pay/ }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Your plan is being switched' })).toBeVisible();
  expect(screen.getByText(/up to 5 minutes/)).toBeVisible();
  expect(asked).toEqual([
    {
      body: { plan_id: 'hawakom-90', start: 'now', pay: { way: 'balance' }, total: 7_826 },
      key: expect.stringMatching(/.+/),
    },
  ]);
});

it('comes back from a declined payment to the payment methods, without another code', async () => {
  const { id } = bought();
  keepOrder(id, {
    from: '/en/switch-plan/hawakom-90',
    wanted: {},
    declined: { way: 'saved-card', brand: 'MADA', last4: '0015', reason: 'Not enough money.' },
  });
  await open({}, followed(), 'en', `?again=${id}`);
  expect(await screen.findByRole('alert')).toHaveTextContent('Not enough money.');
  expect(step()).toBe('PAYMENT');
  expect(screen.getByRole('radio', { name: /0015.*Declined just now/ })).not.toBeChecked();
});

it('schedules a switch for the renewal, and shows the last moment to change it', async () => {
  const { user } = await open();
  serveCodes();
  const starts = day(followed().until, 'en');
  await user.click(
    await screen.findByRole('radio', { name: new RegExp(`With the next renewal, on ${starts}`) }),
  );
  expect(screen.getByText(/You keep Hawakom 55 until then/)).toBeVisible();
  await user.click(await button('Continue and send me a code'));
  await user.type(await screen.findByLabelText('Verification code'), rightCode);
  const asked = takeSwitch({ data: followed({ scheduled: startsLater(hawakom90) }) });
  await user.click(await button('Schedule the switch'));
  expect(await screen.findByRole('heading', { name: 'Your switch is scheduled' })).toBeVisible();
  expect(screen.getByText(/Hawakom 90 starts on .* you keep Hawakom 55/)).toBeVisible();
  expect(asked.map(({ body }) => body)).toEqual([{ plan_id: 'hawakom-90', start: 'renewal' }]);
});

it.each([
  ['Hawakom', hawakom90, 'Sorry you are not eligible to switch your plan to Hawakom'],
  ['a postpaid plan', { ...postpaid200, category: 'postpaid' }, 'Sorry, this plan is not for your line'],
])('says why %s is not for the line', async (_name, plan, title) => {
  await open({
    eligible: false,
    plan,
    now: undefined,
    renewal: undefined,
    reason: { code: 'plan_not_eligible', message: 'Not for this type of line' },
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('Not for this type of line');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(title));
  expect(step()).toBe('NOT_ELIGIBLE');
  expect(screen.queryByRole('button', { name: /Continue/ })).toBeNull();
});

it('leads from a line that is ending to the page that undoes it', async () => {
  await open({
    eligible: false,
    plan: hawakom90,
    now: undefined,
    renewal: undefined,
    reason: { code: 'line_ending', message: 'Undo the deactivation first' },
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('Undo the deactivation first');
  expect(screen.getByRole('link', { name: 'Undo the deactivation' })).toHaveAttribute(
    'href',
    '/en/deactivate-number',
  );
});

it('leads on from a plan that is not on sale any more', async () => {
  await signIn([prepaidLine]);
  servePlan(followed());
  server.use(http.get(api('/plans/:id'), () => refuse(404, { message: 'gone' })));
  renderApp('/en/switch-plan/hawakom-1');
  expect(await screen.findByText('This plan is not on sale.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See all plans' })).toHaveAttribute('href', '/en/plans');
});

it('says why the switch cannot be shown, and asks again', async () => {
  await signIn([prepaidLine]);
  serveRecharge({ cards: [card()], balance: 10_000 });
  servePlan(followed());
  server.use(
    http.get(api('/plans/validate-subscriber-eligibilty'), () => refuse(409, { message: 'Not now' }), {
      once: true,
    }),
    http.get(api('/plans/validate-subscriber-eligibilty'), () => HttpResponse.json({ data: eligible() })),
    http.get(api('/plans/:id'), () => HttpResponse.json({ data: { plan: hawakom90, rates: [] } })),
  );
  const { user } = renderApp('/en/switch-plan/hawakom-90');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table')).toBeVisible();
});

it('offers only the possible start, and says why the other one is not', async () => {
  await open({
    now: undefined,
    notNow: { code: 'switch_while_renewing', message: 'Your next cycle is paid for' },
  });
  expect(await screen.findByRole('radio', { name: /Now/ })).toBeDisabled();
  expect(screen.getByText('Your next cycle is paid for')).toBeVisible();
  expect(screen.getByRole('radio', { name: /With the next renewal/ })).toBeChecked();
});

it('shows the cost of a broken commitment, and bills a postpaid line without a payment', async () => {
  const { user } = await open({
    now: {
      items: [
        { item: 'plan', amount: 9_000, vat: 1_174 },
        { item: 'commitment-left', amount: 40_250, vat: 5_250 },
      ],
      total: 49_250,
      vat: 6_424,
      paidBy: 'invoice',
    },
  });
  serveCodes();
  expect(await screen.findByText(/Leaving it early costs SAR 402\.50/)).toBeVisible();
  expect(screen.getByText('On your next bill')).toBeVisible();
  await user.click(await button('Continue and send me a code'));
  await user.type(await screen.findByLabelText('Verification code'), rightCode);
  servePurchase(bought({ way: 'invoice' }));
  const asked = takeSwitch({ data: followed(), purchase: bought({ way: 'invoice' }) });
  await user.click(await button('Switch now'));
  expect(await screen.findByText('Your plan is being switched')).toBeVisible();
  expect(asked.map(({ body }) => body)).toEqual([
    { plan_id: 'hawakom-90', start: 'now', pay: { way: 'invoice' }, total: 49_250 },
  ]);
});

it('goes back for a change without another code', async () => {
  const { user } = await open();
  const codes = serveCodes();
  await user.click(await button('Continue and send me a code'));
  await user.type(await screen.findByLabelText('Verification code'), rightCode);
  await user.click(await button('Change something'));
  await user.click(await button('Continue and send me a code'));
  await button('Continue to payment');
  expect(codes.filter(({ otp }) => otp === undefined)).toHaveLength(1);
});

it('restores an expired plan', async () => {
  await open(
    { plan: hawakom90, present: hawakom90, renewal: undefined },
    followed({ stage: 'expired', service: 'incoming' }),
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Resubscribe to Hawakom 90' })).toBeVisible();
});

it('works in Arabic', async () => {
  await open({}, followed(), 'ar');
  expect(await screen.findByRole('heading', { level: 1, name: 'الانتقال إلى Hawakom 90' })).toBeVisible();
  expect(screen.getByText('ستفقد')).toBeVisible();
});
