import { Transfers } from '../../../support/pages/transfers.ts';
import type { Walker } from '../../walker.ts';

/** States of a transfer in progress and of a failed transfer. */
const pretended = {
  underway: { status: 'delivering' },
  late: { status: 'refunding' },
  held: { status: 'held', failure: { code: 'purchase_not_delivered', message: '' } },
  failed: { status: 'failed', refundedAt: '2026-11-25T09:00:00Z' },
} as const;

async function after({ page, studio }: Walker): Promise<void> {
  const address = page.url();
  for (const [name, change] of Object.entries(pretended)) {
    await page.route('**/api/purchases/*', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      await route.fulfill({ json: { data: { ...data, ...change } } });
    });
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await studio.shoot(name);
    await page.unrouteAll({ behavior: 'ignoreErrors' }); // the page asks each second
  }
}

async function refused({ page, studio, member }: Walker): Promise<void> {
  for (const [name, change] of Object.entries({
    guarded: { guardedUntil: new Date(Date.now() + 86_400_000).toISOString() },
    'no-balance': { balance: 100, maximum: 0 },
  })) {
    await page.route('**/api/users/current/transfer/options', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      await route.fulfill({ json: { data: { ...data, ...change } } });
    });
    await page.reload();
    await member.page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await studio.shoot(name);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
  await page.reload();
}

async function abroad({ page, words, language, studio }: Walker, transfers: Transfers): Promise<void> {
  await transfers.member.goTo(
    `${language === 'ar' ? encodeURI('تحويل-الرصيد') : 'transfer'}?tab=international`,
  );
  await transfers.to('+966551234567');
  await transfers.next();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await studio.shoot('abroad-refused');
  await transfers.chooseAbroad('+919876543210');
  await studio.shoot('abroad-offer');
  await transfers.confirm(() => studio.shoot('abroad-code'));
  await page.getByRole('heading', { name: words('purchase:completed.international-transfer') }).waitFor();
  await studio.shoot('abroad-completed');
}

async function promo({ page, words, member, studio }: Walker): Promise<void> {
  await member.goTo('promo');
  await page.getByLabel(words('promo:label')).fill('NOSUCHCODE');
  await member.button(words('promo:check')).click();
  await page.getByRole('alert').or(page.locator('[aria-invalid=true]')).first().waitFor();
  await studio.shoot('promo-refused');
  await page.getByLabel(words('promo:label')).fill('SAVE20');
  await member.button(words('promo:check')).click();
  await page.getByRole('heading', { name: 'SAVE20' }).waitFor();
  await studio.shoot('promo-offer');
}

/** The tabs, the impossible transfers, the code, the results, and the history. */
export async function walkTransfer(walker: Walker): Promise<void> {
  const { page, language, words, simulator, studio } = walker;
  const transfers = new Transfers(page, language, words, simulator);
  await transfers.signInAt('local');
  await page.getByText(words('transfer:credit.dayLeft')).waitFor();
  await studio.shoot('local');
  await refused(walker);
  await transfers.next();
  await studio.shoot('mistakes');
  await transfers.to('0570000002');
  await transfers.amount('1');
  await transfers.next();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await studio.shoot('refused');
  await transfers.to(transfers.other);
  await transfers.confirm(() => studio.shoot('code'));
  await page.getByRole('heading', { name: words('purchase:completed.credit-transfer') }).waitFor();
  await studio.shoot('completed');
  await after(walker);
  await transfers.member.goTo('history?tab=transfer');
  await page.getByText(words('usage:transfers.sent.local')).first().waitFor();
  await studio.shoot('history');
  await transfers.member.goTo(`${language === 'ar' ? encodeURI('تحويل-الرصيد') : 'transfer'}?tab=data`);
  await page.locator('input[name="wallet_id"]').first().check();
  await transfers.next();
  await studio.shoot('data');
  await abroad(walker, transfers);
  await promo(walker);
}
