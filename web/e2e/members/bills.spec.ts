import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { Bills } from '../support/pages/bills.ts';
import { cards } from '../support/simulator.ts';
import { forEachVisitor } from '../support/visitors.ts';

forEachVisitor((language) => {
  test('a bill is seen with its services, kept as a file, and paid in two parts', async ({
    page,
    wizard,
    words,
    simulator,
  }) => {
    const bills = new Bills(wizard, words, simulator);
    await bills.signIn();
    await expect(page.getByText(words('bills:standing.unbilled'))).toBeVisible();
    await expectGoodPage(page, language);

    await test.step('what stands on it is shown by service, with VAT', async () => {
      await bills.openDueSoon();
      await bills.openServices();
      await expectGoodPage(page, language);
      expect(await bills.download()).toMatch(/^INV\d{4}-\d{8}\.pdf$/);
    });
    await test.step('no more than is left can be paid', async () => {
      await bills.member.link(words('bills:bill.pay')).click();
      await page.getByRole('radio', { name: words('bills:pay.part') }).check();
      await page.getByLabel(words('bills:pay.amount')).fill('99999');
      await page.getByRole('button', { name: words('payment:pay') }).click();
      await expect(page.getByLabel(words('bills:pay.amount'))).toBeFocused();
      await expectGoodPage(page, language);
    });
    await test.step('a part is paid, once the bank has asked', async () => {
      await bills.payPart('50', cards.challengedMada);
      await wizard.approveAtBank();
      await bills.arrived();
      await expectGoodPage(page, language);
    });
    await test.step('and the rest', async () => {
      await bills.payRest();
      await wizard.pay(cards.paid);
      await bills.arrived();
      await bills.member.link(words('purchase:toBill')).click();
      await expect(page.getByText(words('bills:state.paid'), { exact: true })).toBeVisible();
      await expect(page.getByText(words('bills:payments.purchase'))).toHaveCount(2);
      await expectGoodPage(page, language);
    });
    await test.step('the history has all bills', async () => {
      await bills.member.goTo('history?tab=bills');
      await expect(bills.bill(2)).toBeVisible();
      await expectGoodPage(page, language);
    });
  });

  test('a bill is paid by its link without signing in', async ({ page, wizard, words, simulator }) => {
    const bills = new Bills(wizard, words, simulator);
    const link = await bills.newestLink();
    await bills.member.goTo(link);
    await expect(page.getByText(/^057•••00/)).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expectGoodPage(page, language);
    expect(await bills.download()).toMatch(/^INV\d{4}-\d{8}\.pdf$/);

    await test.step('a part, with the check of the bank, which leads back', async () => {
      await bills.payPart('20.5', cards.challenged);
      await wizard.approveAtBank();
      await bills.arrived();
      await expectGoodPage(page, language);
    });
    await test.step('and the rest', async () => {
      await bills.payRest();
      await wizard.pay(cards.paid);
      await bills.arrived();
      await bills.member.link(words('purchase:toBill')).click();
      await expect(page.getByText(words('bills:pay.settled'))).toBeVisible();
      await expectGoodPage(page, language);
    });
    await test.step('a link that is not whole opens nothing, and says what to do', async () => {
      await page.goto('about:blank');
      await bills.member.goTo(link.slice(0, -4));
      await expect(bills.member.heading(words('bills:link.invalid'))).toBeVisible();
      await expectGoodPage(page, language);
    });
  });
});
