import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { Plans } from '../support/plans.ts';
import { forEachVisitor } from '../support/visitors.ts';

const next = { en: 'Hawakom 130', ar: 'هواكم 130' } as const;

forEachVisitor((language) => {
  test('another plan is scheduled and called off, and the renewal stopped and started', async ({
    page,
    wizard,
    words,
    simulator,
  }) => {
    test.slow(); // a number gets a code a minute
    const plans = new Plans(wizard, words, simulator);
    const plan = next[language];
    await plans.signIn();
    const marked = plans.offer(plan).getByText(words('my-plan:plans.next'), { exact: true });
    await expectGoodPage(page, language);

    await test.step('another plan comes with the next cycle', async () => {
      await plans.choose(plan);
      await expect(page.getByRole('table')).toBeVisible();
      await expectGoodPage(page, language);
      await plans.starts('renewal');
      await plans.agree();
      await plans.member.button(words('switch-plan:summary.schedule')).click();
      await expect(page.getByText(words('switch-plan:scheduled.title'))).toBeVisible();
      await plans.member.link(words('switch-plan:toMyPlan')).first().click();
      await expect(marked).toBeVisible();
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
});
