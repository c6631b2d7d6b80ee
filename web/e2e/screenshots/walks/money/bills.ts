import { Bills } from '../../../support/pages/bills.ts';
import { cards } from '../../../support/simulator.ts';
import type { Walker } from '../../walker.ts';

/** Dunning of a line with unpaid bills, step by step. */
const unpaid = {
  overdue: { service: 'full', step: 'bar-outgoing' },
  barred: { service: 'incoming', step: 'bar-all' },
  off: { service: 'none', step: 'end' },
} as const;

async function standings({ page, words, studio, member }: Walker): Promise<void> {
  const path = '**/api/postpaid/overview*';
  for (const [name, { service, step }] of Object.entries(unpaid)) {
    await page.route(path, async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      const { invoices } = data;
      invoices.items[0].status = 'overdue';
      const next = { step, at: '2026-12-20T06:00:00Z' };
      await route.fulfill({
        json: { data: { ...data, service, next, overdue: invoices.items[0].left, invoices } },
      });
    });
    await member.goTo('my-bills');
    await page.getByText(words('bills:standing.unbilled')).waitFor();
    await studio.shoot(name);
    await page.unroute(path);
  }
  await page.route(path, async (route) => {
    const answer = await route.fetch();
    const { data } = await answer.json();
    const { next: _, ...rest } = data;
    const invoices = { items: [], page: 1, per_page: 50, total: 0 };
    await route.fulfill({ json: { data: { ...rest, left: 0, overdue: 0, unbilled: 0, invoices } } });
  });
  await member.goTo('my-bills');
  await page.getByText(words('bills:standing.nothing')).waitFor();
  await studio.shoot('none');
  await page.unroute(path);
  await member.goTo('my-bills');
}

async function pretends({ page, studio, problems }: Walker): Promise<void> {
  const address = page.url();
  const failure = { code: 'invoice_paid_already', message: problems.invoice_paid_already };
  for (const [name, change] of Object.entries({
    settling: { status: 'delivering' },
    returning: { status: 'refunding', failure },
    returned: { status: 'failed', failure, refundedAt: '2026-11-25T09:00:00Z' },
  })) {
    await page.route('**/api/purchases/*', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      await route.fulfill({ json: { data: { ...data, ...change } } });
    });
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await studio.shoot(name);
    await page.unrouteAll({ behavior: 'wait' });
  }
}

async function byLink({ page, words, member, studio }: Walker, bills: Bills): Promise<void> {
  const link = await bills.newestLink();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await member.goTo(link);
  await page.getByTitle(words('payment:fields')).waitFor();
  await studio.shoot('link');
  await bills.payPart('20.5', cards.paid);
  await bills.arrived();
  await studio.shoot('link-paid');
  await member.goTo('pay-invoice#nothing');
  await member.heading(words('bills:link.invalid')).waitFor();
  await studio.shoot('link-invalid');
  await member.goTo('pay-invoice/01920000-0000-7000-8000-000000000001');
  await member.heading(words('bills:link.needed')).waitFor();
  await studio.shoot('link-needed');
}

/** The open amount, a bill and its payment, and the link of a message. */
export async function walkBills(walker: Walker): Promise<void> {
  const { page, words, wizard, simulator, studio, member } = walker;
  const bills = new Bills(wizard, words, simulator);
  await bills.signIn();
  await page.getByText(words('bills:standing.unbilled')).waitFor();
  await studio.shoot('overview');
  await standings(walker);
  await bills.openDueSoon();
  await studio.shoot('bill');
  await bills.openServices();
  await studio.shoot('services');
  await member.link(words('bills:bill.pay')).click();
  await page.getByRole('radio', { name: words('bills:pay.part') }).check();
  await page.getByLabel(words('bills:pay.amount')).fill('99999');
  await page.getByRole('button', { name: words('payment:pay') }).click();
  await page.getByTitle(words('payment:fields')).waitFor();
  await studio.shoot('pay');
  await bills.payPart('50', cards.paid);
  await bills.arrived();
  await studio.shoot('paid');
  await pretends(walker);
  await member.goTo('history?tab=bills');
  await bills.bill(2).waitFor();
  await studio.shoot('history');
  await member.goTo('dashboard');
  await page.getByText(words('dashboard:balance.bills')).waitFor();
  await studio.shoot('dashboard');
  await byLink(walker, bills);
}
