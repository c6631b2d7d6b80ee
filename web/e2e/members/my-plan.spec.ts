import { otherLanguage } from '../../src/lib/text/language.ts';
import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { Plans, shortOfMoney, switchers } from '../support/pages/plans.ts';
import { cards } from '../support/simulator.ts';
import { forEachVisitor } from '../support/visitors.ts';

const first = { en: 'Hawakom 55', ar: 'هواكم 55' } as const;
const plansPath = { en: 'plans', ar: 'الباقات' } as const;
const hawakom90 = { en: 'Hawakom 90', ar: 'هواكم 90' } as const;
const next = { en: 'Hawakom 130', ar: 'هواكم 130' } as const;

forEachVisitor((language) => {
  test('another plan is scheduled, changed and called off, and the renewal stopped and started', async ({
    page,
    wizard,
    words,
    simulator,
  }) => {
    test.slow(); // a number gets one code a minute
    const plans = new Plans(wizard, words, simulator);
    const plan = next[language];
    await plans.signIn();
    const firstMarked = plans.offer(first[language]).getByText(words('my-plan:plans.next'), { exact: true });
    const marked = plans.offer(plan).getByText(words('my-plan:plans.next'), { exact: true });
    await expectGoodPage(page, language);

    await test.step('another plan comes with the next cycle', async () => {
      await plans.choose(first[language]);
      await plans.starts('renewal');
      await plans.agree();
      await plans.member.button(words('switch-plan:summary.schedule')).click();
      await plans.member.link(words('switch-plan:toMyPlan')).first().click();
      await expect(firstMarked).toBeVisible();
    });
    await test.step('a third one takes its place', async () => {
      await plans.choose(plan);
      await expect(
        page.getByText(words('switch-plan:consequences.instead', { plan: first[language] })),
      ).toBeVisible();
      await expect(page.getByRole('table')).toBeVisible();
      await expectGoodPage(page, language);
      await plans.starts('renewal');
      await plans.agree();
      await plans.member.button(words('switch-plan:summary.schedule')).click();
      await expect(page.getByText(words('switch-plan:scheduled.title'))).toBeVisible();
      await plans.member.link(words('switch-plan:toMyPlan')).first().click();
      await expect(marked).toBeVisible();
      await expect(firstMarked).toBeHidden();
      await page.reload();
      await expect(marked).toBeVisible();
      await expect(page.getByRole('link', { name: words('my-plan:scheduled.change') })).toBeVisible();
      await expectGoodPage(page, language);
    });
    await test.step('it is called off', async () => {
      await plans.member.button(words('my-plan:cancelling.open')).click();
      await expectGoodPage(page, language);
      await plans.inDialog(words('my-plan:cancelling.confirm')).click();
      await expect(marked).toBeHidden();
      await page.reload();
      await expect(plans.offer(plan)).toBeVisible();
      await expect(marked).toBeHidden();
    });
    await test.step('the renewal is stopped', async () => {
      await plans.member.button(words('my-plan:autoRenew.stop.open')).click();
      await expectGoodPage(page, language);
      await plans.inDialog(words('my-plan:autoRenew.stop.confirm')).click();
      await expect(page.getByText(words('my-plan:autoRenew.stop.done'))).toBeVisible();
      await page.reload();
      await expect(page.getByText(words('my-plan:autoRenew.off'))).toBeVisible();
      await expectGoodPage(page, language);
    });
    await test.step('and started again', async () => {
      await plans.member.button(words('my-plan:autoRenew.start.open')).click();
      await plans.inDialog(words('my-plan:autoRenew.start.confirm')).click();
      await expect(page.getByText(words('my-plan:autoRenew.start.done'))).toBeVisible();
      await page.reload();
      await expect(page.getByText(words('my-plan:autoRenew.on'))).toBeVisible();
    });
  });

  test('Hawakom is got from its page, and another one taken at once', async ({
    page,
    wizard,
    words,
    simulator,
  }) => {
    test.slow(); // a number gets one code a minute
    const plans = new Plans(wizard, words, simulator, switchers[language]);
    const { member } = plans;

    await test.step('a card without money switches nothing, and says so', async () => {
      // Another customer is used, because a number gets one code a minute.
      const without = new Plans(wizard, words, simulator, switchers[otherLanguage(language)]);
      await without.signIn();
      await member.goTo(`${plansPath[language]}/hawakom-90`);
      await expectGoodPage(page, language);
      await member.link(words('plans:member.switch')).click();
      await expect(page.getByRole('table')).toBeVisible();
      await expectGoodPage(page, language);
      await without.toPayment();
      await expectGoodPage(page, language);
      await without.payByCard(cards.insufficientFunds);
      await expect(page.getByText(words('payment:declinedTitle'))).toBeVisible();
      await expectGoodPage(page, language);
    });
    await test.step('a card gets the plan', async () => {
      await plans.signIn();
      await member.goTo(`${plansPath[language]}/hawakom-90`);
      await member.link(words('plans:member.switch')).click();
      await plans.toPayment();
      await plans.payByCard(cards.challengedMada);
      await wizard.approveAtBank();
      await plans.switched();
      await expectGoodPage(page, language);
      await plans.has(hawakom90[language]);
    });
    await test.step('a bigger one at once: what is lost stands beside what comes', async () => {
      await plans.choose(next[language]);
      await expect(page.getByText(words('switch-plan:exchange.lost'), { exact: true })).toBeVisible();
      await plans.toPayment();
      await plans.payFromBalance();
      await plans.switched();
      await plans.has(next[language]);
      await expect(
        page.getByText(words('my-plan:lastSwitch.completed', { plan: next[language] })),
      ).toBeVisible();
      await expectGoodPage(page, language);
    });
  });

  test('a plan that the balance does not cover runs out, and is back within a minute of a recharge', async ({
    page,
    wizard,
    words,
    simulator,
  }) => {
    test.slow(); // each of the four next events comes after some seconds
    const plans = new Plans(wizard, words, simulator, shortOfMoney[language]);
    const { member } = plans;
    await plans.signIn();
    await expect(page.getByText(words('my-plan:renewal.short'))).toBeVisible();
    await expectGoodPage(page, language);

    await test.step('its renewal fails: there are days of grace', async () => {
      await plans.leapsUntil(words('my-plan:grace.title'));
      await expectGoodPage(page, language);
    });
    await test.step('it runs out', async () => {
      await plans.leapsUntil(words('my-plan:expired.title'));
      await expectGoodPage(page, language);
      await member.goTo('dashboard');
      await expect(page.getByRole('main').getByText(words('dashboard:outlook.expired'))).toBeVisible();
      await expectGoodPage(page, language);
    });
    await test.step('a recharge brings it back', async () => {
      await member.goTo('my-plan');
      await member.link(words('my-plan:recharge')).first().click();
      await page.getByLabel(words('recharge:balance.amount')).fill('100');
      await member.button(words('recharge:continue')).click();
      await wizard.pay(cards.paid);
      await expect(page.getByRole('heading', { name: words('purchase:completed.recharge') })).toBeVisible();
      await member.goTo('my-plan');
      await expect(page.getByText(words('my-plan:stage.active'), { exact: true })).toBeVisible({
        timeout: 60_000,
      });
      await expectGoodPage(page, language);
    });
  });
});
