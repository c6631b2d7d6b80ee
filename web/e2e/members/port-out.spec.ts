import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { PortOutPage } from '../support/port-out-page.ts';
import { forEachVisitor } from '../support/visitors.ts';

forEachVisitor((language) => {
  test('a number that a stranger asked for stays after one click, and a number that its owner moves leaves with its session', async ({
    page,
    wizard,
    words,
    simulator,
    customer,
  }) => {
    const portOut = new PortOutPage(wizard, words, simulator);
    const { mobile } = portOut.who;
    const main = page.getByRole('main');
    await portOut.signIn();

    await test.step('the holder sees it on the pages of the account, with its meaning', async () => {
      await portOut.isAskedFor();
      await expectGoodPage(page, language);
      await portOut.see();
      await expect(main.getByText(words('port-out:status.agreed'), { exact: true })).toBeVisible();
      await expectGoodPage(page, language);
    });
    await test.step('and is told by message: this was not me', async () => {
      await portOut.followLink();
      await expectGoodPage(page, language);
      await portOut.stop();
      await simulator.numberIs(mobile, 'STOPPED');
      await expectGoodPage(page, language);
    });
    await test.step('nothing leaves any more', async () => {
      await portOut.member.goTo('my-plan');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(portOut.notice).toBeHidden();
    });
    await test.step('asked for by its owner it waits, and is not stopped', async () => {
      const reference = await portOut.isAskedFor();
      await portOut.see();
      await simulator.numberIs(mobile, 'ACCEPTED');
      await simulator.movesNumber(reference, 'CUT_OVER');
    });
    await test.step('while it moves, the page says so', async () => {
      const moves = main.getByText(words('port-out:status.moving'), { exact: true });
      await expect(async () => {
        // The stack receives it a moment later, and the page refreshes only while the number moves.
        await page.reload();
        await expect(moves).toBeVisible({ timeout: 2_000 });
      }).toPass();
      await expectGoodPage(page, language);
    });
    await test.step('it has left: the session ends with the line, and the page says why', async () => {
      const over = page.getByRole('dialog', { name: words('shell:lineEnded.title') });
      await expect(over).toBeVisible({ timeout: 60_000 });
      await expect(over.getByText(words('shell:lineEnded.text'))).toBeVisible();
      await expectGoodPage(page, language);
      await over.getByRole('button', { name: words('shell:lineEnded.signIn') }).click();
      await expect(page).toHaveURL(/\/login$/);
      expect(await customer.isFree(mobile), 'another operator has it').toBe(false);
    });
  });
});
