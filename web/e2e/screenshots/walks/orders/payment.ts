import { cards, walletCodes } from '../../../support/simulator.ts';
import { pretendOrder } from '../../pretend.ts';
import type { Walker } from '../../walker.ts';

/** A promo code, refused and accepted, on the review of an order. */
async function promoCode({ page, wizard, words, problems, customer, studio }: Walker): Promise<void> {
  const order = await customer.startedUntil('order-confirmation');
  await page.goto(order.link('order-confirmation'));
  await page.getByText(words('order:promo.open')).click();
  const code = wizard.field(words('order:promo.label'));
  await code.fill('SUMMER');
  await wizard.button(words('order:promo.apply')).click();
  await page.getByText(problems.promo_code_expired).waitFor();
  await studio.shoot('promo-refused');
  await code.fill('WELCOME10');
  await wizard.button(words('order:promo.apply')).click();
  await page.getByText('WELCOME10', { exact: true }).waitFor();
  await studio.shoot('promo-applied');
  await wizard.button(words('order:confirmation.submit')).click();
  await page.getByText(words('order:confirmation.termsError')).waitFor();
  await studio.shoot('terms-missing');
}

/** The return from the bank without an answer, and a slow answer. */
async function openPayments({ page, wizard, words, customer, studio }: Walker): Promise<void> {
  const order = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
  await wizard.payFor(order, cards.challengedMada);
  await page.locator('button[value=approve]').waitFor();
  await studio.shoot('bank');
  await page.goto(order.link('payment'));
  await page.getByText(words('order:payment.challengeTitle')).waitFor();
  await studio.shoot('bank-left');
  await wizard.button(words('order:payment.challengeGo')).click();
  await wizard.cancelAtBank();
  await page.getByRole('alert').waitFor();
  await studio.shoot('bank-cancelled');
  await wizard.pay('9682900000000205');
  await page.getByText(words('order:payment.pendingTitle')).waitFor();
  await studio.shoot('pending');
  await wizard.expectPlaced();
}

/** A payment that outlasts the spinner: before the bank's answer and after it. */
async function lateAnswers(walker: Walker): Promise<void> {
  const { page, words, customer, studio } = walker;
  const order = await customer.startedUntil('payment');
  let status: 'processing' | 'paid' = 'processing';
  await pretendOrder(walker, order, ({ price }) => ({
    payments: [{ id: order.id, status, amount: price?.total ?? 0, at: new Date().toISOString() }],
  }));
  for (status of ['processing', 'paid'] as const) {
    await page.goto('about:blank');
    await page.goto(order.link('payment'));
    await page.getByText(words(`order:payment.${status}Late`)).waitFor();
    await studio.shoot(`${status}-late`);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** The code of an STC Pay wallet: asked for, wrong, and given. */
async function walletCode({ page, wizard, words, problems, customer, studio }: Walker): Promise<void> {
  const order = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
  await page.goto(order.link('payment'));
  await page.getByRole('radio', { name: words('payment:stcPay') }).check();
  await page.getByLabel(words('payment:stcPayMobile')).fill('0551234567');
  await page.getByRole('button', { name: words('payment:pay') }).click();
  await wizard.walletCode.waitFor();
  await studio.shoot('wallet-code');
  await wizard.enterWalletCode(walletCodes.wrong);
  await page.getByRole('alert').filter({ hasText: problems.wallet_code_wrong }).waitFor();
  await studio.shoot('wallet-code-wrong');
}

/** The receipt, the parcel that the courier does not cancel, and the refund. */
async function receipt({ page, wizard, words, customer, simulator, studio }: Walker): Promise<void> {
  const order = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
  await wizard.payFor(order);
  await wizard.expectPlaced();
  await page.getByRole('link', { name: words('details:facts.receipt') }).click();
  await wizard.heading(words('receipt:title')).waitFor();
  await page.getByRole('img', { name: words('receipt:qr') }).waitFor();
  await studio.shoot('receipt');
  await page.getByRole('link', { name: words('receipt:back') }).click();
  await wizard.button(words('details:cancel.open')).click();
  await wizard.button(words('details:cancel.confirm')).click();
  await page.getByText(words('details:held.recalledTitle'), { exact: true }).waitFor();
  await studio.shoot('recalled');
  await simulator.scan(order.orderNumber, 'picked-up', 'failed-attempt', 'returned');
  await wizard.heading(words('details:ended.cancelled')).waitFor();
  await page.getByText(words('details:ended.refunded')).waitFor();
  await studio.shoot('cancelled');
  await page.getByRole('link', { name: words('details:facts.receipt') }).click();
  await page.getByText(words('receipt:refunded')).waitFor();
  await studio.shoot('receipt-refunded');
}

export async function walkPayment(walker: Walker): Promise<void> {
  await promoCode(walker);
  await openPayments(walker);
  await walletCode(walker);
  await receipt(walker);
  await lateAnswers(walker);
}
