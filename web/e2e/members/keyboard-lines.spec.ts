import { expect, test } from '../support/journey.ts';
import { Keyboard } from '../support/keyboard.ts';
import { Member } from '../support/member.ts';
import { LinePages } from '../support/pages/lines.ts';
import { newPerson } from '../support/people.ts';
import { Support } from '../support/support-team.ts';
import { forEachVisitor } from '../support/visitors.ts';

/** A line that no other journey changes, and its ID. */
const line = { mobile: '0570000002', idNumber: '1077000022' } as const;

forEachVisitor((language) => {
  test('a SIM is replaced, and the old one brought back', async ({
    page,
    request,
    wizard,
    words,
    simulator,
  }) => {
    test.slow();
    const keyboard = new Keyboard(wizard);
    const pages = new LinePages(wizard, new Member(page, language, words, simulator));
    await pages.member.goTo('replace-sim');
    await keyboard.press(wizard.button(words('replacement:start')));
    await keyboard.expectFocusOn('sim-replacement-request');
    await keyboard.type(wizard.field(words('replacement:msisdn')), line.mobile);
    await keyboard.type(wizard.field(words('replacement:idNumber')), line.idNumber);
    await keyboard.tabTo(page.getByRole('radio', { name: words('replacement:lost') }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: words('replacement:damaged') })).toBeChecked();
    const { code } = pages.member;
    const sent = await simulator.codeSentBy(line.mobile, async () => {
      await page.keyboard.press('Enter');
      await expect(code).toBeFocused();
    });
    await page.keyboard.type(sent);
    await keyboard.identify();
    await keyboard.giveContact(newPerson());
    await keyboard.giveAddress('by-hand');
    await keyboard.confirmAndPay();
    await keyboard.cancel();
    await Support.signIn(request).callOff(pages.orderId);
    await expect(wizard.heading(words('details:ended.cancelled'))).toBeVisible();
  });

  test('a further SIM is renamed, and another one ordered and called off', async ({
    page,
    request,
    wizard,
    words,
    simulator,
  }) => {
    test.slow();
    const keyboard = new Keyboard(wizard);
    const pages = new LinePages(wizard, new Member(page, language, words, simulator));
    await pages.signIn();
    await pages.member.goTo('multi-sim');
    const rename = page.getByRole('button', { name: words('multi-sim:renaming.of', { name: 'Watch' }) });
    await test.step('a dialog gives the focus back', async () => {
      await keyboard.press(rename);
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(rename).toBeFocused();
      await keyboard.press(rename);
      await keyboard.tabTo(wizard.field(words('multi-sim:name')));
      await page.keyboard.press('Control+A');
      await page.keyboard.type('Watch');
      await page.keyboard.press('Enter');
      await expect(page.getByText(words('multi-sim:renaming.done'))).toBeVisible();
      const primary = page.getByRole('button', { name: words('multi-sim:primary.of', { name: 'Watch' }) });
      await keyboard.press(primary);
      await page.keyboard.press('Escape');
      await expect(primary).toBeFocused();
    });
    await keyboard.press(page.getByRole('link', { name: words('multi-sim:open') }));
    await expect(wizard.heading(words('multi-sim:order.title'))).toBeFocused();
    await keyboard.tabTo(page.getByRole('radio', { name: words('multi-sim:order.physical') }));
    await keyboard.press(wizard.button(words('multi-sim:order.start')));
    await expect(wizard.heading(words('multi-sim:step.title'))).toBeFocused();
    await keyboard.type(wizard.field(words('multi-sim:name')), 'Tent');
    await page.keyboard.press('Enter');
    await keyboard.identify();
    await keyboard.confirmContact();
    await keyboard.giveAddress('by-hand');
    await keyboard.confirmAndPay();
    await keyboard.cancel();
    await Support.signIn(request).callOff(pages.orderId);
    await expect(wizard.heading(words('details:ended.cancelled'))).toBeVisible();
  });
});
