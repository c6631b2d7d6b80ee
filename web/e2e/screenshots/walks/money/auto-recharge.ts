import { AutoRecharges } from '../../../support/pages/auto-recharges.ts';
import { cards } from '../../../support/simulator.ts';
import type { Walker } from '../../walker.ts';

const purchaseId = '01920000-0000-7000-8000-0000000000d1';
const moment = '2026-12-06T06:00:00Z';
const reason = (code: string, message: string) => ({ code, message });

/** The results of a recharge date, and a pause, for which a walk cannot wait. */
function pretended(words: Walker['problems']): Record<string, object> {
  const failed = reason('auto_recharge_card_failed', words.auto_recharge_card_failed);
  const declined = reason('payment_declined', words.payment_declined);
  const run = { date: '2026-11-22', at: '2026-11-22T06:00:00Z' };
  return {
    trying: { lastRun: { ...run, status: 'trying' } },
    confirm: { lastRun: { ...run, status: 'confirm', purchaseId } },
    waiting: { lastRun: { ...run, status: 'waiting', reason: declined, nextTry: moment, purchaseId } },
    missed: { lastRun: { ...run, status: 'missed' } },
    stopped: { lastRun: { ...run, status: 'stopped' } },
    failed: {
      state: 'paused',
      nextRun: undefined,
      reason: failed,
      lastRun: { ...run, status: 'failed', reason: declined, purchaseId },
    },
  };
}

async function pretend({ page, member, problems, studio }: Walker): Promise<void> {
  for (const [name, change] of Object.entries(pretended(problems))) {
    await page.route('**/api/users/current/auto-recharge', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      const autoRecharge = { ...data.autoRecharge, ...change };
      await route.fulfill({ json: { data: { ...data, autoRecharge } } });
    });
    await member.goTo('auto-payment');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await studio.shoot(name);
    await page.unroute('**/api/users/current/auto-recharge');
  }
  await page.route('**/api/users/current/auto-recharge', (route) => route.fulfill({ status: 500, json: {} }));
  await member.goTo('auto-payment');
  await page.getByRole('alert').waitFor();
  await studio.shoot('error');
  await page.unroute('**/api/users/current/auto-recharge');
}

async function setUp(autos: AutoRecharges, { page, studio }: Walker): Promise<void> {
  await autos.open('weekly');
  await autos.start();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await studio.shoot('weekly-mistakes');
  await autos.open('monthly');
  await autos.chooseDay(31);
  await autos.amount('20');
  await studio.shoot('monthly');
  await autos.open('weekly');
  await autos.chooseWeekday();
  await autos.amount('20');
  await autos.start();
  await autos.expectNextWeek();
  await studio.shoot('set-up');
}

/**
 * The page without a card, both tabs, the active auto-recharge, the results of its dates, a pause, and its
 * end.
 */
export async function walkAutoRecharge(walker: Walker): Promise<void> {
  const { page, words, wizard, simulator, studio, member } = walker;
  const autos = new AutoRecharges(wizard, words, simulator);
  await autos.signInAt('auto-payment');
  await member.link(words('auto-recharge:card.add')).waitFor();
  await studio.shoot('no-card');
  await autos.keepCard(cards.challengedMada, true);
  await setUp(autos, walker);
  await autos.leaps();
  await studio.shoot('recharged');
  await pretend(walker);
  await autos.removeCard('0023');
  await member.goTo('auto-payment');
  await page.getByText(words('auto-recharge:paused.title')).waitFor();
  await studio.shoot('paused-without-a-card');
  await autos.askToEnd();
  await studio.shoot('end');
  await autos.end();
  await studio.shoot('ended');
}
