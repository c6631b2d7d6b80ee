import type { AccountLine } from '../../../../src/api/gen-lines/index.ts';
import type { PlanSubscription } from '../../../../src/api/gen-session/index.ts';
import { seededPassword } from '../../../support/member.ts';
import type { Walker } from '../../walker.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const short = { at: inDays(6), amount: 7_826, paidBy: 'balance', covered: false } as const;

/** Next events of a plan, put into the server's own answer. */
const outlooks: Record<string, Partial<PlanSubscription>> = {
  short: { renewal: short },
  ends: { autoRenew: false, renewal: undefined },
  grace: { stage: 'grace', renewal: short, grace: { until: inDays(3), missing: 1_250 } },
  expired: { stage: 'expired', service: 'incoming', renewal: short },
  'expired-off': { stage: 'expired', service: 'incoming', autoRenew: false, renewal: undefined },
};

/** Lines in rare states, shown together. */
const troubles: Partial<AccountLine>[] = [
  { state: 'in_transit' },
  { state: 'stopped', next: { what: 'switches', at: inDays(9) } },
  { state: 'expired' },
  {
    next: { what: 'grace_ends', at: inDays(2) },
    low: [{ type: 'data', unit: 'MB', left: 512, total: 30_720 }],
  },
];

async function open({ page, member, words }: Walker): Promise<void> {
  await member.goTo('dashboard');
  await page.getByRole('heading', { name: words('dashboard:consumption.title'), exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
}

async function plans(walker: Walker): Promise<void> {
  const { page, studio } = walker;
  for (const [name, over] of Object.entries(outlooks)) {
    await page.route('**/api/users/plan', async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      const subscription = { ...data.subscription, ...over };
      await route.fulfill({ response, json: { data: { ...data, subscription } } });
    });
    await open(walker);
    await studio.shoot(`plan-${name}`);
    await page.unroute('**/api/users/plan');
  }
}

async function lines(walker: Walker): Promise<void> {
  const { page, words, studio } = walker;
  await page.route('**/api/users/current/lines', async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const shown = data.map((line: AccountLine, index: number) => ({ ...line, ...troubles[index] }));
    await route.fulfill({ response, json: { data: shown } });
  });
  await open(walker);
  await page.getByText(words('accounts:state.in_transit')).waitFor();
  await studio.shoot('lines-in-trouble');
  await page.unroute('**/api/users/current/lines');
  await page.route('**/api/users/current/lines', (route) => route.fulfill({ status: 503, json: {} }));
  await open(walker);
  await page.getByRole('main').getByRole('alert').waitFor({ timeout: 30_000 });
  await studio.shoot('lines-failed');
  await page.unroute('**/api/users/current/lines');
}

/** The first page of a signed-in customer: open orders, no orders, and a part that cannot be read. */
async function home({ page, member, studio }: Walker): Promise<void> {
  const order = {
    kind: 'sim',
    numberSource: 'new',
    msisdn: '0571234567',
    createdAt: inDays(-2),
    updatedAt: inDays(-1),
  };
  const stages = ['dispatched', 'wizard'].map((stage, at) => ({
    ...order,
    id: `01920000-0000-7000-8000-00000000000${at}`,
    orderNumber: `SC0000000${at}`,
    stage,
  }));
  const shown = async (name: string, items: unknown[]) => {
    await page.route('**/api/orders?*', (route) =>
      route.fulfill({ json: { items, page: 1, per_page: 10, hasMore: false } }),
    );
    await page.route('**/api/orders', (route) =>
      route.fulfill({ json: { items, page: 1, per_page: 10, hasMore: false } }),
    );
    await member.goTo('');
    await page.waitForLoadState('networkidle');
    await studio.shoot(name);
  };
  await shown('home', stages);
  await page.route('**/api/dashboard', (route) => route.fulfill({ status: 409, json: {} }));
  await shown('home-failed', []);
  await page.unrouteAll();
}

/** The dashboard of a customer: the balance, the next events, and all lines of the account. */
export async function walkDashboard(walker: Walker): Promise<void> {
  const { member, page, words, studio } = walker;
  await member.signInAt('dashboard', 'buyer@selfcare.example');
  await open(walker);
  await studio.shoot('prepaid');
  await home(walker);
  await plans(walker);
  await page.evaluate(() => localStorage.clear());
  await member.goTo('login');
  await member.signIn('main@selfcare.example', seededPassword);
  await page
    .getByRole('main')
    .getByRole('button', { name: words('registration:select.main') })
    .click();
  await open(walker);
  await studio.shoot('lines');
  await lines(walker);
}
