import { riyals } from '../../src/lib/text/format.ts';
import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { Recharges } from '../support/pages/recharges.ts';
import { cards } from '../support/simulator.ts';
import { forEachVisitor } from '../support/visitors.ts';

forEachVisitor((language) => {
  test('a promo code says what it gives and where it is good, or why it is none', async ({
    page,
    words,
    problems,
  }) => {
    await page.goto(`/${language}/promo`);
    const code = page.getByLabel(words('promo:label'));
    const ask = page.getByRole('button', { name: words('promo:check') });
    await expectGoodPage(page, language);
    await code.fill('NOSUCHCODE');
    await ask.click();
    await expect(page.getByText(problems.promo_code_invalid)).toBeVisible();
    await expectGoodPage(page, language);
    await code.fill('save20');
    await ask.click();
    await expect(page.getByRole('heading', { name: 'SAVE20' })).toBeFocused();
    await expect(page.getByText(words('promo:everyOrder'))).toBeVisible();
    await expectGoodPage(page, language);
  });

  test('a promo code is taken off a recharge, and one that is not for it says so', async ({
    page,
    wizard,
    words,
    problems,
    simulator,
  }) => {
    const recharges = new Recharges(wizard, words, simulator);
    const code = page.getByLabel(words('promo:label'));
    const apply = async (typed: string) => {
      await code.fill(typed);
      await recharges.member.button(words('promo:apply')).click();
    };
    const price = (halalas: number) => page.getByRole('main').getByText(riyals(halalas)).first();
    await recharges.signInAt('balanceRecharge');
    await recharges.chooseAmount('50');
    await page.getByText(words('promo:open')).click();
    await apply('NOSUCHCODE');
    await expect(code).toHaveAccessibleDescription(problems.promo_code_invalid);
    await apply('SUMMER');
    await expect(code).toHaveAccessibleDescription(problems.promo_code_expired);
    await apply('SAVE20');
    await expect(code).toHaveAccessibleDescription(words('promo:notHere'));
    await expectGoodPage(page, language);

    await expect(price(5_750)).toBeVisible();
    await apply('topup5');
    await expect(page.getByText('TOPUP5', { exact: true })).toBeVisible();
    await expect(price(5_250)).toBeVisible();
    await expectGoodPage(page, language);
    await recharges.member.button(words('promo:remove')).click();
    await expect(price(5_750)).toBeVisible();

    await page.getByText(words('promo:open')).click();
    await apply('TOPUP5');
    await expect(price(5_250)).toBeVisible();
    await wizard.pay(cards.paid);
    await recharges.completed('recharge');
    await expect(price(5_250)).toBeVisible();
    await expectGoodPage(page, language);
  });
});
