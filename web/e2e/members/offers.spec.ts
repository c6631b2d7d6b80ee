import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { Member } from '../support/member.ts';
import { EsimPages } from '../support/pages/esim.ts';
import { mainAccount } from '../support/pages/lines.ts';
import { forEachVisitor } from '../support/visitors.ts';

const email = 'main@selfcare.example';

forEachVisitor((language) => {
  test('offers are stopped by the link of a letter, taken again, and stopped by the mail program', async ({
    page,
    browser,
    wizard,
    words,
    simulator,
    customer,
  }) => {
    test.slow();
    const member = new Member(page, language, words, simulator);
    const offers = page.getByRole('checkbox', { name: words('profile:preferences.promotions'), exact: true });
    await test.step('a customer chooses offers, and invites a friend', async () => {
      await member.signInAt('profile', mainAccount.mobile);
      await member.field(words('profile:preferences.language')).selectOption(language);
      await offers.check();
      await member.button(words('profile:preferences.save')).click();
      await expect(page.getByText(words('profile:saved'))).toBeVisible();
      await member.goTo('refer');
    });
    const invitation = (await page.getByText(/\?ref=/).textContent()) ?? '';
    await test.step('the line of the friend begins to work', async () => {
      const friend = await customer.esimUntilPayment(invitation.split('ref=')[1]);
      await wizard.payFor(friend);
      await expect(new EsimPages(wizard).install).toBeVisible();
      await simulator.phoneReports(friend.id, 'downloaded', 'installed');
    });

    const there = new Member(await (await browser.newContext()).newPage(), language, words, simulator);
    const form = new RegExp(`(\\S+/${language}/unsubscribe#[\\w-]{16})`);
    const { pathname, hash } = await simulator.linkSentTo(email, form);
    const stop = there.button(words('message-link:offers.stop'));
    const stopped = there.heading(words('message-link:offers.stopped'));
    await test.step('the page stops offers once its button is pressed, and not before', async () => {
      await there.page.goto(pathname + hash);
      await expect(there.page.getByText('m•••@selfcare.example')).toBeVisible();
      await expectGoodPage(there.page, language);
      await there.page.reload();
      await stop.click();
      await expect(stopped).toBeFocused();
      await expectGoodPage(there.page, language);
    });
    await test.step('offers are taken again', async () => {
      await there.button(words('message-link:offers.resume')).click();
      await expect(there.heading(words('message-link:offers.resumed'))).toBeFocused();
      await expectGoodPage(there.page, language);
    });
    await test.step('the button of a mail program stops them, and reading its address does not', async () => {
      const letters = await simulator.outbox(email);
      const { unsubscribe = '' } = letters.find(({ text }) => text.includes(hash)) ?? {};
      expect(unsubscribe).toMatch(new RegExp(`/api/unsubscribe/${hash.slice(1)}$`));
      const { pathname: oneClick } = new URL(unsubscribe);
      await there.page.goto(oneClick);
      await expect(there.page).toHaveURL(new RegExp(`/unsubscribe${hash}$`)); // in the language of the browser
      await there.page.goto(pathname + hash);
      await expect(stop).toBeVisible();
      const answer = await there.page.request.post(oneClick, { form: { 'List-Unsubscribe': 'One-Click' } });
      expect(answer.status()).toBe(200);
      await there.page.reload();
      await expect(stopped).toBeVisible();
      await member.goTo('profile');
      await expect(offers).not.toBeChecked();
    });
    await there.page.context().close();
  });
});
