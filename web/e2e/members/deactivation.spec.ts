import { otherLanguage } from '../../src/lib/text/language.ts';
import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { DeactivationPage, leavers } from '../support/pages/deactivation.ts';
import { setFigures } from '../support/stack.ts';
import { forEachVisitor } from '../support/visitors.ts';

test.afterAll(() => setFigures({ deactivationUndo: 'null' }));

forEachVisitor((language) => {
  test('a number is deactivated, kept, deactivated for good with its session, and rests', async ({
    page,
    wizard,
    words,
    simulator,
    customer,
  }) => {
    const deactivation = new DeactivationPage(wizard, words, simulator);
    const { mobile, email } = deactivation.who;

    await test.step('given up, and kept with one click', async () => {
      // Another customer is used, because a number gets one code a minute.
      const keeping = new DeactivationPage(wizard, words, simulator, leavers[otherLanguage(language)]);
      await keeping.open();
      await keeping.giveUp(() => expectGoodPage(page, language));
      await page.reload();
      await expect(keeping.timeLeft).toBeVisible();
      await expectGoodPage(page, language);
      await keeping.keep();
      await expect(page.getByText(words('deactivation:undone.title'))).toBeVisible();
      await expectGoodPage(page, language);
    });
    await test.step('given up for good: the session ends with the line', async () => {
      await setFigures({ deactivationUndo: '15s' });
      await deactivation.open();
      await deactivation.giveUp();
      const over = page.getByRole('dialog', { name: words('shell:lineEnded.title') });
      await expect(over).toBeVisible({ timeout: 90_000 });
      await expectGoodPage(page, language);
      await over.getByRole('button', { name: words('shell:lineEnded.signIn') }).click();
      await page.waitForURL((url) => url.pathname.endsWith('/login'));
      expect(await customer.isFree(mobile), 'it rests').toBe(false);
    });
    await test.step('the final statement is behind the link of the last message', async () => {
      const statement = language === 'en' ? /final statement: (\S+)/ : /كشف حسابك النهائي: (\S+)/;
      const address = await simulator.linkSentTo(email, statement);
      await page.goto(address.pathname + address.hash);
      await expect(page.getByRole('button', { name: words('deactivation:ended.statement') })).toBeVisible();
      await expectGoodPage(page, language);
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: words('deactivation:ended.statement') }).click();
      expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
    });
  });
});
