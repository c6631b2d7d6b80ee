import type { Plan, PlanSubscription } from '../../../../src/api/gen-session/index.ts';
import { Plans } from '../../../support/pages/plans.ts';
import type { Walker } from '../../walker.ts';

const next = { en: 'Hawakom 130', ar: 'هواكم 130' } as const;

interface Answer {
  plan?: Plan;
  subscription?: PlanSubscription;
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const short = { at: inDays(6), amount: 7_826, paidBy: 'balance', covered: false } as const;
const expired = { stage: 'expired', service: 'incoming', renewal: short } as const;

/** Rare states of a plan, made from the server's own answer. */
const pretended: Record<string, (now: Required<Answer>) => Answer> = {
  short: ({ plan, subscription }) => ({ plan, subscription: { ...subscription, renewal: short } }),
  grace: ({ plan, subscription }) => ({
    plan,
    subscription: {
      ...subscription,
      stage: 'grace',
      renewal: short,
      grace: { until: inDays(3), missing: 1_250 },
    },
  }),
  expired: ({ plan, subscription }) => ({ plan, subscription: { ...subscription, ...expired } }),
  'expired-off': ({ plan, subscription }) => ({
    plan,
    subscription: { ...subscription, ...expired, renewal: undefined, autoRenew: false },
  }),
  'switch-paid': ({ plan, subscription }) => ({
    plan,
    subscription: { ...subscription, scheduled: { plan, startsAt: subscription.until, paid: true } },
  }),
  postpaid: ({ plan, subscription }) => ({
    plan: { ...plan, subscriptionType: 'postpaid' },
    subscription: {
      ...subscription,
      renewal: { at: subscription.until, amount: 9_000, paidBy: 'invoice', covered: true },
      commitment: { monthsLeft: 7, leavingCosts: 40_250 },
    },
  }),
  'not-followed': ({ plan }) => ({ plan }),
  none: () => ({}),
};

async function pretend({ page, member, studio }: Walker): Promise<void> {
  for (const [name, change] of Object.entries(pretended)) {
    await page.route('**/api/users/plan', async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      await route.fulfill({ response, json: { data: { rates: data.rates, ...change(data) } } });
    });
    await member.goTo('my-plan');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await studio.shoot(name);
    await page.unroute('**/api/users/plan');
  }
  await page.route('**/api/users/plan', (route) => route.fulfill({ status: 500, json: {} }));
  await member.goTo('my-plan');
  await page.getByRole('alert').waitFor();
  await studio.shoot('error');
  await page.unroute('**/api/users/plan');
  await member.goTo('my-plan');
}

async function renewal(plans: Plans, { page, words, studio }: Walker): Promise<void> {
  for (const what of ['stop', 'start'] as const) {
    await plans.member.button(words(`my-plan:autoRenew.${what}.open`)).click();
    await plans.dialog.waitFor();
    await studio.shoot(`${what}-dialog`);
    await plans.inDialog(words(`my-plan:autoRenew.${what}.confirm`)).click();
    await page.getByText(words(`my-plan:autoRenew.${what}.done`)).waitFor();
    await studio.shoot(`${what}-done`);
  }
}

async function switches(plans: Plans, { page, words, studio, language }: Walker): Promise<void> {
  await plans.choose(next[language]);
  await page.getByRole('table').waitFor();
  await studio.shoot('switch-exchange');
  await plans.starts('renewal');
  await plans.agree();
  const schedule = plans.member.button(words('switch-plan:summary.schedule'));
  await schedule.waitFor();
  await studio.shoot('switch-summary');
  await schedule.click();
  await page.getByText(words('switch-plan:scheduled.title')).waitFor();
  await studio.shoot('switch-scheduled');
  await plans.member.goTo('my-plan');
  await page.getByText(words('my-plan:plans.next'), { exact: true }).waitFor();
  await studio.shoot('switch-to-come');
  await plans.member.button(words('my-plan:autoRenew.stop.open')).click();
  await plans.dialog.waitFor();
  await studio.shoot('stop-with-switch');
  await page.keyboard.press('Escape');
  await plans.member.button(words('my-plan:cancelling.open')).click();
  await plans.dialog.waitFor();
  await studio.shoot('cancel-dialog');
  await plans.inDialog(words('my-plan:cancelling.confirm')).click();
  await page.getByText(words('my-plan:plans.next'), { exact: true }).waitFor({ state: 'detached' });
  await studio.shoot('cancelled');
}

/** The plan of a line in each of its stages, and its changes. */
export async function walkMyPlan(walker: Walker): Promise<void> {
  const plans = new Plans(walker.wizard, walker.words, walker.simulator);
  await plans.signIn();
  await walker.page.waitForLoadState('networkidle');
  await walker.studio.shoot('active');
  await renewal(plans, walker);
  await switches(plans, walker);
  await pretend(walker);
  await walker.member.goTo('dashboard');
  await walker.page.getByRole('link', { name: walker.words('dashboard:plan.open') }).waitFor();
  await walker.page.waitForLoadState('networkidle');
  await walker.studio.shoot('dashboard');
}
