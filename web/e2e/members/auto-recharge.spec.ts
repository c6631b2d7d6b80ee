import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { AutoRecharges } from '../support/pages/auto-recharges.ts';
import { cards } from '../support/simulator.ts';
import { forEachVisitor } from '../support/visitors.ts';

forEachVisitor((language) => {
  test('a balance is recharged by itself, paused without its card, goes on with another, and is deleted', async ({
    page,
    wizard,
    words,
    problems,
    simulator,
  }) => {
    test.slow();
    const autos = new AutoRecharges(wizard, words, simulator);
    const { member } = autos;
    const setUp = member.button(words('auto-recharge:start'));
    await autos.signInAt('auto-payment');
    await expect(member.link(words('auto-recharge:card.add'))).toBeVisible();
    await expectGoodPage(page, language);

    await test.step('weekly with a kept card, once all is said; the next date is shown', async () => {
      await autos.keepCard(cards.challengedMada, true);
      await autos.open('weekly');
      await autos.start();
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
      await expectGoodPage(page, language);
      await autos.chooseWeekday();
      await autos.amount('20');
      await autos.start();
      await autos.expectNextWeek();
      await expectGoodPage(page, language);
    });
    await test.step('there is no second one', async () => {
      await autos.open('monthly');
      await expect(page.getByText(words('auto-recharge:one'))).toBeVisible();
      await expect(setUp).toBeHidden();
    });
    await test.step('on its day the card pays', async () => {
      await autos.leaps();
      await expectGoodPage(page, language);
      await member.link(words('auto-recharge:last.see')).click();
      await expect(page.getByRole('heading', { name: words('purchase:completed.recharge') })).toBeVisible();
    });
    await test.step('without its card it is paused, and goes on with another', async () => {
      await autos.keepCard(cards.paid, false);
      await autos.removeCard('0023');
      await member.goTo('auto-payment');
      await expect(page.getByText(words('auto-recharge:paused.title'))).toBeVisible();
      await expect(page.getByText(problems.auto_recharge_card_gone)).toBeVisible();
      await expectGoodPage(page, language);
      await autos.chooseCard('0015');
      await member.button(words('auto-recharge:resume')).click();
      await autos.expectNextWeek();
    });
    await test.step('deleted after a question, then one on the last day of each month', async () => {
      await autos.askToEnd();
      await expectGoodPage(page, language);
      await autos.end();
      await autos.open('monthly');
      await autos.chooseDay(31);
      await expect(page.getByText(words('auto-recharge:day.short'))).toBeVisible();
      await autos.amount('30');
      await autos.start();
      await autos.expectLastDay();
      await expectGoodPage(page, language);
      await autos.askToEnd();
      await autos.end();
      await expect(setUp).toBeVisible();
    });
  });
});
