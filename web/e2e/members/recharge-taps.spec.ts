import type { Locator } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { Recharges } from '../support/pages/recharges.ts';
import { cards } from '../support/simulator.ts';
import { forEachVisitor } from '../support/visitors.ts';

forEachVisitor((language) => {
  test('a balance is recharged in two taps from the dashboard', async ({
    page,
    wizard,
    words,
    simulator,
  }) => {
    const recharges = new Recharges(wizard, words, simulator);
    const { member } = recharges;
    await recharges.signInAt('balanceRecharge');
    await recharges.chooseAmount('35');
    const another = page.getByRole('radio', { name: words('payment:otherCard') });
    const keep = page.getByRole('checkbox', { name: words('payment:keep') });
    await expect(another.or(keep).first()).toBeVisible();
    if (await another.isVisible()) {
      await another.check();
    }
    await keep.check();
    await wizard.pay(cards.paid);
    await recharges.completed('recharge');

    await member.goTo('dashboard');
    let taps = 0;
    const tap = async (target: Locator) => {
      taps += 1;
      await target.click();
    };
    await tap(
      page
        .getByRole('main')
        .getByRole('link', { name: words('dashboard:balance.recharge') })
        .first(),
    );
    // Other journeys of this customer may have recharged another amount since.
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(2);
    await expectGoodPage(page, language);
    await tap(page.getByRole('button', { name: words('payment:pay') }));
    await recharges.completed('recharge');
    expect(taps).toBe(2);
  });
});
