import { cards } from '../../../support/simulator.ts';
import type { Walker } from '../../walker.ts';

async function find({ page, wizard, words, problems, customer, simulator, language, studio }: Walker) {
  const order = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
  const code = page.getByLabel(words('credentials:code.label'), { exact: true });
  const ask = () =>
    simulator.codeSentBy(order.person.mobile, async () => {
      await wizard.button(words('find-order:find.submit')).click();
      await code.waitFor();
    });
  await page.goto(`/${language}/my-orders`);
  await page.getByRole('heading', { name: words('find-order:mine.empty') }).waitFor();
  await studio.shoot('my-orders-none');

  await page.goto(`/${language}/order-sim/00000000-0000-4000-8000-000000000000/receipt`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await studio.shoot('receipt-of-an-unknown-order');
  await page.goto(`/${language}/find-order`);
  await wizard.button(words('find-order:find.submit')).click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await studio.shoot('find-order');
  await wizard.field(words('find-order:find.orderNumber')).fill(order.orderNumber);
  await wizard.field(words('find-order:find.contact')).fill(order.person.mobile);
  const sent = await ask();
  await studio.shoot('find-order-code');
  await code.fill(sent === '000000' ? '000001' : '000000');
  await page.getByText(problems.pin_incorrect).waitFor();
  await code.fill(sent);
  await wizard.expectStep('payment');
  await wizard.pay(cards.paid);
  await wizard.expectPlaced();
}

/** An unfinished order, a placed order and a cancelled order. */
async function ofBrowser({ page, wizard, words, customer, language, studio }: Walker): Promise<void> {
  const unfinished = await customer.startedUntil('delivery');
  await page.goto(unfinished.link('delivery'));
  await wizard.expectStep('delivery');
  const late = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
  await wizard.payFor(late);
  await wizard.expectPlaced();
  await wizard.button(words('details:cancel.open')).click();
  await wizard.button(words('details:cancel.confirm')).click();
  await wizard.heading(words('details:ended.cancelled')).waitFor();
  await page.goto(`/${language}/my-orders`);
  await page.getByText(unfinished.orderNumber).waitFor();
  await studio.shoot('my-orders');
  await page.goto(`/${language}/`);
  await page.waitForLoadState('networkidle');
  await studio.shoot('home-with-order');
}

/** A parcel that the courier refuses, and a parcel whose recipient is not at home. */
async function parcels({ page, wizard, words, customer, simulator, studio }: Walker): Promise<void> {
  const refused = await customer.startedUntil('payment', { delivery: { notes: 'refuse-it' } });
  await wizard.payFor(refused);
  await page.getByText(words('details:held.addressTitle'), { exact: true }).waitFor();
  await studio.shoot('held');
  const missed = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
  await wizard.payFor(missed);
  await page.locator('[aria-current=step]').getByText(words('details:status.preparing')).waitFor();
  await simulator.scan(missed.orderNumber, 'picked-up', 'in-transit', 'out-for-delivery', 'failed-attempt');
  await page
    .getByText(words('details:next.failedAttempt', { mobile: '' }).slice(0, 30))
    .first()
    .waitFor();
  await studio.shoot('failed-attempt');
}

export async function walkOrders(walker: Walker): Promise<void> {
  await find(walker);
  await ofBrowser(walker);
  await parcels(walker);
}
