import { Recharges, voucher } from '../../../support/pages/recharges.ts';
import { cards } from '../../../support/simulator.ts';
import type { Walker } from '../../walker.ts';

/** States of a purchase while an outside system delays it. */
const pretended = ['processing', 'checking', 'delivering', 'held', 'refunding'] as const;

async function tabs(recharges: Recharges, { page, words, studio }: Walker): Promise<void> {
  await recharges.signInAt('balanceRecharge');
  await page.getByLabel(words('recharge:balance.amount')).waitFor();
  await studio.shoot('balance');
  await page.getByLabel(words('recharge:balance.amount')).fill('5');
  await recharges.next();
  await studio.shoot('balance-too-small');
  await recharges.open('dataRecharge');
  await page.getByRole('radio').first().waitFor();
  await studio.shoot('data');
  await recharges.open('voucherRecharge');
  await page.getByLabel(words('recharge:voucher.label')).fill('VCHR');
  await recharges.next();
  await studio.shoot('voucher-too-short');
  await page.getByRole('radio', { name: words('recharge:whom.friend') }).check();
  await page.getByLabel(words('recharge:whom.number')).fill('0570000001');
  await page.getByLabel(words('recharge:voucher.label')).fill(voucher(50));
  await recharges.next();
  await page.getByText('057 000 0001').first().waitFor();
  await studio.shoot('voucher-for-a-friend');
}

async function pays(recharges: Recharges, { page, wizard, words, studio }: Walker): Promise<void> {
  await recharges.open('balanceRecharge');
  await recharges.chooseAmount('50');
  await studio.shoot('pay');
  await wizard.pay(cards.insufficientFunds);
  await page.getByText(words('payment:declinedTitle')).waitFor();
  await studio.shoot('declined');
  await wizard.pay(cards.challengedMada);
  await wizard.approveAtBank();
  await recharges.completed('recharge');
  await studio.shoot('completed');
  const address = page.url();
  await page.getByRole('link', { name: words('purchase:receipt') }).click();
  await page.getByRole('heading', { name: words('receipt:title') }).waitFor();
  await studio.shoot('receipt');
  for (const status of pretended) {
    await page.route('**/api/purchases/*', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      const failure = { code: 'purchase_not_delivered', message: words('purchase:held.text') };
      await route.fulfill({ json: { data: { ...data, status, ...(status === 'held' && { failure }) } } });
    });
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await studio.shoot(status);
    await page.unroute('**/api/purchases/*');
  }
}

async function cardsOf({ page, wizard, member, words, studio }: Walker): Promise<void> {
  await member.goTo('cards');
  await member.button(words('saved-cards:add.open')).waitFor();
  await studio.shoot('cards-none');
  await member.button(words('saved-cards:add.open')).click();
  await wizard.cardFields.locator('[autocomplete=cc-number]').waitFor();
  await studio.shoot('cards-add');
  await wizard.fillCard(cards.paid);
  await member.button(words('saved-cards:add.submit')).click();
  await page.getByRole('heading', { name: words('purchase:completed.card') }).waitFor();
  await studio.shoot('card-added');
  await member.goTo('cards');
  const remove = page.getByRole('button', { name: new RegExp(`${words('saved-cards:remove')}.*0015`) });
  await remove.waitFor();
  await studio.shoot('cards');
  await remove.click();
  await studio.shoot('cards-delete');
  await member.button(words('saved-cards:deleting.confirm')).click();
  await page.getByText(words('saved-cards:deleting.done')).waitFor();
}

/** A recharge, its history and meter, and the saved cards. */
export async function walkRecharge(walker: Walker): Promise<void> {
  const recharges = new Recharges(walker.wizard, walker.words, walker.simulator);
  await tabs(recharges, walker);
  await pays(recharges, walker);
  await cardsOf(walker);
  for (const page of ['history?tab=recharge', 'recharge-meter', 'dashboard']) {
    await walker.member.goTo(page);
    await walker.page.getByRole('heading', { level: 1 }).waitFor();
    await walker.page.waitForLoadState('networkidle');
    await walker.studio.shoot(page.replace('?tab=', '-'));
  }
}
