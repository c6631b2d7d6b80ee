import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';
import { cards, walletCodes } from './support/simulator.ts';

test('a declined card leaves the number booked, and a second card pays the same order', async ({
  page,
  wizard,
  words,
  problems,
  language,
  customer,
  simulator,
}) => {
  const order = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
  await wizard.payFor(order, cards.insufficientFunds);
  await expect(page.getByRole('alert')).toContainText(words('order:payment.declinedTitle'));
  await expect(page.getByRole('alert')).toContainText(problems['decline.insufficient_funds']);
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(words('payment:declinedCard'))).toBeVisible();
  await expect(wizard.summary.getByRole('timer')).toBeInViewport();
  await expectGoodPage(page, language);
  expect((await customer.order(order)).booking).toMatchObject({ msisdn: order.msisdn, expired: false });
  expect(await customer.isFree(order.msisdn)).toBe(false);

  await wizard.pay(cards.paid);
  await wizard.expectPlaced();
  const { payments, booking } = await customer.order(order);
  expect(payments.map(({ status }) => status)).toEqual(['declined', 'paid']);
  expect(booking?.msisdn).toBe(order.msisdn);
  const taken = (await simulator.charges(order.id)).map(({ charged }) => charged).filter(Boolean);
  expect(taken).toEqual([payments[1]?.amount]);
});

test('an order is paid with the code of an STC Pay wallet', async ({
  page,
  wizard,
  words,
  problems,
  language,
  customer,
  simulator,
}) => {
  const order = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
  const pay = async () => {
    await page.getByRole('radio', { name: words('payment:stcPay') }).check();
    await page.getByLabel(words('payment:stcPayMobile')).fill('0551234567');
    await page.getByRole('button', { name: words('payment:pay') }).click();
  };
  await page.goto(order.link('payment'));

  await test.step('a wallet without money is told as such', async () => {
    await pay();
    await wizard.enterWalletCode(walletCodes.insufficientFunds);
    await expect(page.getByRole('alert')).toContainText(problems['decline.insufficient_funds']);
    await expectGoodPage(page, language);
  });
  await test.step('a code that comes too late takes no money', async () => {
    await pay();
    await expect(wizard.walletCode).toBeVisible();
    const open = (await simulator.charges(order.id)).find(({ status }) => status === 'challenge');
    await simulator.losesPaymentReport(open?.reference ?? '');
    await simulator.settles(open?.reference ?? '', 'abandoned');
    await wizard.enterWalletCode(walletCodes.paid);
    await expect(page.getByText(words('order:payment.abandoned'))).toBeVisible();
  });
  await test.step('a wrong code can be corrected', async () => {
    await pay();
    await wizard.enterWalletCode(walletCodes.wrong);
    await expect(page.getByRole('alert')).toContainText(problems.wallet_code_wrong);
    await expectGoodPage(page, language);
  });
  await wizard.enterWalletCode(walletCodes.paid);
  await wizard.expectPlaced();
  await expect(page.getByText(/STC Pay.*4567/)).toBeVisible();
  await expectGoodPage(page, language);
  const { price } = await customer.order(order);
  const taken = (await simulator.charges(order.id)).map(({ charged }) => charged).filter(Boolean);
  expect(taken).toEqual([price?.total]);
});

test('a check given up at the bank brings the customer back to pay again', async ({
  page,
  wizard,
  words,
  language,
  customer,
}) => {
  const order = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
  await wizard.payFor(order, cards.challengedMada);
  await wizard.cancelAtBank();
  await wizard.expectStep('payment');
  await expect(page.getByRole('alert')).toContainText(words('order:payment.declinedTitle'));
  await expectGoodPage(page, language);

  await wizard.pay(cards.challengedMada);
  await wizard.approveAtBank();
  await wizard.expectPlaced();
  const { payments } = await customer.order(order);
  expect(payments.map(({ status }) => status)).toEqual(['declined', 'paid']);
});

test('who walks away from the bank finds the way back to it, or takes another card', async ({
  page,
  wizard,
  words,
  customer,
}) => {
  const order = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
  await wizard.payFor(order, cards.challenged);
  await expect(page.locator('button[value=approve]')).toBeVisible();
  await page.goto(order.link('payment'));
  await expect(page.getByText(words('order:payment.challengeTitle'))).toBeVisible();
  await wizard.button(words('order:payment.challengeGo')).click();
  await expect(page.locator('button[value=approve]')).toBeVisible();
  await page.goto(order.link('payment'));
  await wizard.button(words('order:payment.otherCard')).click();
  await wizard.pay(cards.paid);
  await wizard.expectPlaced();
});
