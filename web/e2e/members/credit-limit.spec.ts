import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { Member } from '../support/member.ts';
import { forEachVisitor } from '../support/visitors.ts';

/** Seeded postpaid lines (dev/seed) with a limit of three times the price of their plan: 600 riyals. */
const mobiles = { en: '0570000033', ar: '0570000034' };

forEachVisitor((language) => {
  test('a credit limit is changed by hand and to a preset, and a cap that is reached is lifted', async ({
    page,
    words,
    simulator,
  }) => {
    const msisdn = mobiles[language];
    const member = new Member(page, language, words, simulator);
    const next = member.button(words('credit-limit:choose.next'));
    const done = page.getByRole('heading', { name: words('credit-limit:done.title') });
    await member.signInAt('credit-limit', msisdn);
    await expect(next).toBeVisible();
    await expectGoodPage(page, language);

    await test.step('an amount within the bounds', async () => {
      await page.getByRole('radio', { name: words('credit-limit:choose.manual') }).check();
      await member.field(words('credit-limit:choose.amount')).fill('1');
      await next.click();
      await expectGoodPage(page, language);
      await member.field(words('credit-limit:choose.amount')).fill('590');
      await next.click();
      await expectGoodPage(page, language);
      await member.button(words('credit-limit:confirm.change')).click();
      await expect(done).toBeFocused();
      await expectGoodPage(page, language);
      await expect
        .poll(async () => (await simulator.outbox(msisdn)).some(({ text }) => text.includes('590.00')))
        .toBe(true);
    });
    await test.step('on to the plan, and back for a preset', async () => {
      await member.link(words('credit-limit:done.plan')).click();
      await expect(member.heading(words('my-plan:title'))).toBeVisible();
      await member.goTo('credit-limit');
      await page.getByRole('radio').first().check();
      await next.click();
      await member.button(words('credit-limit:confirm.change')).click();
      await expect(done).toBeVisible();
      await member.link(words('credit-limit:done.dashboard')).click();
      await expect(page).toHaveURL(new RegExp(`/${language}/dashboard`));
    });
    await test.step('a cap stops roaming, and one tap lifts it', async () => {
      await member.goTo('credit-limit');
      const roaming = page.getByRole('region', { name: words('credit-limit:caps.kind.roaming') });
      await roaming.getByRole('button', { name: words('credit-limit:caps.set') }).click();
      await roaming.getByLabel(words('credit-limit:caps.amount')).fill('10');
      await roaming.getByRole('button', { name: words('credit-limit:caps.save') }).click();
      await expect(roaming.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
      await simulator.uses({ msisdn, type: 'roaming_data', amount: 10, charged: 1_000 });
      const lift = roaming.getByRole('button', { name: words('credit-limit:caps.lift') });
      await expect(async () => {
        await page.reload();
        await expect(lift).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: 30_000 });
      await expectGoodPage(page, language);
      await lift.click();
      await expect(lift).toBeHidden();
      await roaming.getByRole('button', { name: words('credit-limit:caps.remove') }).click();
      await expect(roaming.getByText(words('credit-limit:caps.none'))).toBeVisible();
    });
  });
});
