import { randomInt } from 'node:crypto';
import { expect, test } from '../support/journey.ts';
import { expectGoodPage, expectGoodSheet } from '../support/looks.ts';
import { Recharges, voucher } from '../support/pages/recharges.ts';
import { cards, walletCodes } from '../support/simulator.ts';
import { forEachVisitor } from '../support/visitors.ts';

forEachVisitor((language) => {
  test('a balance is recharged with the check of the bank, and its receipt is there', async ({
    page,
    wizard,
    words,
    problems,
    simulator,
  }) => {
    const recharges = new Recharges(wizard, words, simulator);
    await recharges.signInAt('balanceRecharge');
    await expectGoodPage(page, language);
    await recharges.chooseAmount('50');
    await expectGoodPage(page, language);

    await test.step('what stands below the fields of the card does not move when they come', async () => {
      await recharges.expectStillFields();
    });
    await test.step('a card without money buys nothing, and the amount stays chosen', async () => {
      await wizard.pay(cards.insufficientFunds);
      await expect(page.getByRole('alert')).toContainText(words('payment:declinedTitle'));
      await expect(page.getByRole('alert')).toContainText(problems['decline.insufficient_funds']);
      await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
      await expect(page.getByText(words('payment:declinedCard'))).toBeVisible();
      await expectGoodPage(page, language);
    });
    await test.step('another one does, once its bank has asked', async () => {
      await wizard.pay(cards.challengedMada);
      await wizard.approveAtBank();
      await recharges.completed('recharge');
      await expect(page.getByText(words('purchase:facts.balance'))).toBeVisible();
      await expectGoodPage(page, language);
    });
    await test.step('the receipt is shown, is a file, and comes with a letter', async () => {
      await page.getByRole('link', { name: words('purchase:receipt') }).click();
      await expect(page.getByRole('heading', { name: words('receipt:title') })).toBeVisible();
      await page.emulateMedia({ media: 'print' });
      await expectGoodSheet(page);
      await page.emulateMedia({ media: 'screen' });
      await expectGoodPage(page, language);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: words('receipt:download') }).click(),
      ]);
      const [name = ''] = file.suggestedFilename().match(/PU[2-9A-Z]{8}\.pdf$/) ?? [];
      expect(name).not.toBe('');
      await recharges.expectLetterWith(`tax-invoice-${name}`);
    });
    await test.step('the recharge stands in the history and counts for the bonus', async () => {
      await recharges.member.goTo('history?tab=recharge');
      await expect(page.getByText(words('usage:type.EVC')).first()).toBeVisible();
      await expectGoodPage(page, language);
      await recharges.member.goTo('recharge-meter');
      await expect(page.getByRole('progressbar')).toBeVisible();
      await expectGoodPage(page, language);
    });
  });

  test('a voucher is worth its recharge, once, also for a friend', async ({
    page,
    wizard,
    words,
    problems,
    simulator,
  }) => {
    const recharges = new Recharges(wizard, words, simulator);
    const code = voucher(randomInt(50) + 1);
    const use = async () => {
      await page.getByLabel(words('recharge:voucher.label')).fill(code.toLowerCase());
      await recharges.next();
    };
    await recharges.signInAt('voucherRecharge');
    await expectGoodPage(page, language);
    await page.getByLabel(words('recharge:voucher.label')).fill('VCHR20SAR0001');
    await recharges.next();
    await expectGoodPage(page, language);
    await page.getByRole('radio', { name: words('recharge:whom.friend') }).check();
    await page.getByLabel(words('recharge:whom.number')).fill('0551234567');
    await use();
    await expect(page.getByText(problems.friend_of_another_operator)).toBeVisible();
    await page.getByLabel(words('recharge:whom.number')).fill('0570000001');
    await recharges.next();
    await expect(page.getByText('057 000 0001').first()).toBeVisible();
    await expectGoodPage(page, language);
    await recharges.member.button(words('recharge:confirm.use')).click();
    await recharges.completed('friend');
    await expectGoodPage(page, language);

    await recharges.open('voucherRecharge');
    await use();
    await recharges.member.button(words('recharge:confirm.use')).click();
    await expect(page.getByText(problems.voucher_used)).toBeVisible();
  });

  test('data is bought from the balance, and with the code of a wallet', async ({
    page,
    wizard,
    words,
    simulator,
  }) => {
    const recharges = new Recharges(wizard, words, simulator);
    const choose = async () => {
      await page
        .getByRole('radio', { name: /1\s*(GB|غيغابايت|جيجابايت)/ })
        .first()
        .check();
      await recharges.next();
    };
    await recharges.signInAt('dataRecharge');
    await expectGoodPage(page, language);
    await choose();
    await page.getByRole('radio', { name: words('payment:balance') }).check();
    await page.getByRole('button', { name: words('payment:pay') }).click();
    await recharges.completed('data-recharge');
    await expectGoodPage(page, language);

    await recharges.open('dataRecharge');
    await choose();
    await page.getByRole('radio', { name: words('payment:stcPay') }).check();
    await page.getByLabel(words('payment:stcPayMobile')).fill('0551234567');
    await expectGoodPage(page, language);
    await page.getByRole('button', { name: words('payment:pay') }).click();
    await wizard.enterWalletCode(walletCodes.paid);
    await recharges.completed('data-recharge');
  });

  test('a balance is recharged with Apple Pay', async ({ page, wizard, words, simulator }) => {
    // An Apple phone provides this object; the button belongs to the provider.
    await page.addInitScript(() => Object.assign(window, { ApplePaySession: class {} }));
    const recharges = new Recharges(wizard, words, simulator);
    await recharges.signInAt('balanceRecharge');
    await recharges.chooseAmount('100');
    const button = page.getByTitle(words('payment:applePay')).contentFrame().getByRole('button');
    await expect(button).toBeVisible();
    await expectGoodPage(page, language);
    await button.click();
    await recharges.completed('recharge');
    await expect(page.locator('nav [aria-current=true]').filter({ visible: true }).first()).toBeVisible();
    await expectGoodPage(page, language);
  });

  test('a card is added with the check of its bank, preferred and deleted', async ({
    page,
    wizard,
    words,
    simulator,
  }) => {
    const { member } = new Recharges(wizard, words, simulator);
    await member.signInAt('cards', 'buyer@selfcare.example');
    await member.button(words('saved-cards:add.open')).click();
    await expectGoodPage(page, language);
    await wizard.fillCard(cards.challengedMada);
    await member.button(words('saved-cards:add.submit')).click();
    await wizard.approveAtBank();
    await expect(page.getByRole('heading', { name: words('purchase:completed.card') })).toBeVisible();
    await expectGoodPage(page, language);
    await member.goTo('cards');
    const name = /0023/;
    await expect(page.getByText(name).first()).toBeVisible();
    await expectGoodPage(page, language);
    await page.getByRole('button', { name: new RegExp(`${words('saved-cards:remove')}.*0023`) }).click();
    await expectGoodPage(page, language);
    await member.button(words('saved-cards:deleting.confirm')).click();
    await expect(page.getByText(words('saved-cards:deleting.done'))).toBeVisible();
  });
});
