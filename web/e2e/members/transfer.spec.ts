import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { Transfers } from '../support/pages/transfers.ts';
import { forEachVisitor } from '../support/visitors.ts';

forEachVisitor((language) => {
  test('credit goes to another line with its code, and both sides see it', async ({
    page,
    words,
    problems,
    simulator,
  }) => {
    const transfers = new Transfers(page, language, words, simulator);
    await transfers.signInAt('local');
    await expect(page.getByText(words('transfer:credit.dayLeft'))).toBeVisible();
    await expectGoodPage(page, language);

    await test.step('what cannot be is said at its field', async () => {
      await transfers.to(transfers.own);
      await transfers.amount('1');
      await transfers.next();
      await expect(page.getByText(problems.transfer_to_oneself)).toBeVisible();
      await transfers.to('0570000002');
      await transfers.next();
      await expect(page.getByText(problems.transfer_to_postpaid)).toBeVisible();
      await transfers.amount('0.99');
      await transfers.next();
      await expectGoodPage(page, language);
    });
    await test.step('the code confirms this transfer, which arrives', async () => {
      await transfers.to(transfers.other);
      await transfers.amount('1.25');
      await transfers.confirm(async () => {
        await expect(page.getByText(words('transfer:confirm.once'))).toBeVisible();
        await expectGoodPage(page, language);
      });
      await expect(
        page.getByRole('heading', { name: words('purchase:completed.credit-transfer') }),
      ).toBeVisible();
      await expectGoodPage(page, language);
    });
    await test.step('it stands in the history, and the other side has heard of it', async () => {
      await transfers.member.link(words('purchase:toTransfers')).click();
      await expect(page.getByText(words('usage:transfers.sent.local')).first()).toBeVisible();
      await expectGoodPage(page, language);
      await transfers.expectTold();
    });
  });

  test('a top-up goes to a number abroad, and what is no such number is told', async ({
    page,
    words,
    problems,
    simulator,
  }) => {
    const transfers = new Transfers(page, language, words, simulator);
    await transfers.signInAt('international');
    await transfers.to('+966551234567');
    await transfers.next();
    await expect(page.getByText(problems.international_saudi_number)).toBeVisible();
    await transfers.to('+12');
    await transfers.next();
    await expectGoodPage(page, language);
    await transfers.chooseAbroad('+919876543210');
    await expectGoodPage(page, language);
    await transfers.confirm(() => expectGoodPage(page, language));
    const done = words('purchase:completed.international-transfer');
    await expect(page.getByRole('heading', { name: done })).toBeVisible({ timeout: 60_000 });
    await expectGoodPage(page, language);
    await transfers.member.link(words('purchase:toTransfers')).click();
    await expect(page.getByText(words('usage:transfers.sent.international')).first()).toBeVisible();
    await expectGoodPage(page, language);
  });

  test('data goes to another line in one of the amounts that are offered', async ({
    page,
    words,
    simulator,
  }) => {
    const transfers = new Transfers(page, language, words, simulator);
    await transfers.signInAt('data');
    await expect(page.getByRole('radio').first()).toBeVisible();
    await transfers.next();
    await expectGoodPage(page, language);
    await page.locator('input[name="wallet_id"]').first().check();
    await page.locator('input[name="denomination_id"][value="100"]').check();
    await transfers.to(transfers.other);
    await transfers.confirm(() => expectGoodPage(page, language));
    await expect(
      page.getByRole('heading', { name: words('purchase:completed.data-transfer') }),
    ).toBeVisible();
    await expectGoodPage(page, language);
    await transfers.expectTold();
  });
});
