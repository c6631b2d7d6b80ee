import { randomInt } from 'node:crypto';
import { expectRefused, watchHarm } from '../support/hostile.ts';
import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { elsewhere, Member, seededPassword, wrongFor } from '../support/member.ts';
import { LinePages } from '../support/pages/lines.ts';
import { newPerson } from '../support/people.ts';
import { forEachVisitor } from '../support/visitors.ts';

/** Seeded customers, with the ID of the line. Each change is undone at the end. */
const customers = {
  en: { mobile: '0570000001', email: 'prepaid@selfcare.example', idNumber: '1077000014' },
  ar: { mobile: '0570000002', email: 'postpaid@selfcare.example', idNumber: '1077000022' },
} as const;

/** Customers who change their passwords: a change ends the sessions in all journeys of a customer. */
const changers = { en: 'changer@selfcare.example', ar: 'changer2@selfcare.example' } as const;

forEachVisitor((language) => {
  const { mobile, email, idNumber } = customers[language];
  const newEmail = `new.${email}`;

  test('a changed password ends every other session, and is put back on the same page', async ({
    page,
    browser,
    words,
    problems,
    simulator,
  }) => {
    const changer = changers[language];
    const chosen = `Desert-${randomInt(1_000_000, 10_000_000)}`;
    const member = new Member(page, language, words, simulator);
    await member.signInAt('change-password', changer);
    const other = await elsewhere(browser, member);
    await other.signInAt('profile', changer);

    await member.changePassword('Not-mine-1', chosen);
    await member.submitPassword();
    await expect(page.getByText(problems.change_password_failed)).toBeVisible();
    await expectGoodPage(page, language);
    await member.changePassword(seededPassword, chosen);
    await member.submitPassword();
    await expect(page).toHaveURL(/\/login$/);

    await test.step('the other browser is told, and comes back with the new password only', async () => {
      await other.openHistory();
      await expect(other.page.getByRole('dialog')).toContainText(words('shell:expired.title'));
      await other.button(words('shell:expired.signIn')).click();
      await other.signIn(changer, seededPassword);
      await expect(other.page.getByText(problems.invalid_login)).toBeVisible();
      await other.signIn(changer, chosen);
      await expect(other.page).toHaveURL(/\/history$/);
      await other.page.context().close();
    });

    await member.signInAt('change-password', changer, chosen);
    await member.changePassword(chosen, seededPassword);
    await page.getByRole('checkbox').check();
    await member.submitPassword();
    await expect(member.heading(words('profile:changePassword.doneTitle'))).toBeFocused();
    await member.goTo('profile');
    await expect(member.heading(words('profile:title'))).toBeVisible();
  });

  test('news of orders take the way chosen in the profile, and codes stay with SMS', async ({
    page,
    wizard,
    words,
    customer,
    simulator,
    signIn,
  }) => {
    test.slow(); // the number may have received a code within the last minute
    const member = new Member(page, language, words, simulator);
    await member.signInAt('profile', mobile);
    const sms = page.getByRole('checkbox', { name: words('profile:preferences.sms'), exact: true });
    const chooseSms = async (on: boolean) => {
      await member.goTo('profile');
      await sms.setChecked(on);
      await member.button(words('profile:preferences.save')).click();
      await expect(page.getByText(words('profile:saved'))).toBeVisible();
    };
    const confirmed = await page.getByText(/^\S+@selfcare\.example$/).textContent();
    await chooseSms(false);
    await expectGoodPage(page, language);

    await test.step('an order under the ID of the line', async () => {
      const person = { ...newPerson(), idNumber };
      const order = await customer.startedUntil('payment', { person, delivery: { notes: 'by-hand' } });
      const newsAt = async (to: string) =>
        (await simulator.outbox(to)).filter(({ text }) => text.includes(order.orderNumber)).length;
      await wizard.payFor(order);
      await wizard.expectPlaced();
      await expect.poll(() => newsAt(confirmed ?? ''), 'placed').toBe(1);
      await simulator.scan(order.orderNumber, 'picked-up');
      await expect.poll(() => newsAt(confirmed ?? ''), 'dispatched').toBe(2);
      expect(await newsAt(person.mobile)).toBe(0);
      expect(await newsAt(mobile)).toBe(0);
    });

    await test.step('a code to sign in', async () => {
      await signIn.signOut();
      await signIn.open('quick-login');
      const code = await signIn.askForCode(mobile);
      const [newest] = await simulator.outbox(mobile);
      expect(newest).toMatchObject({ channel: 'sms', text: expect.stringContaining(code) });
      await signIn.code.fill(code);
      await signIn.expectIn();
    });
    await chooseSms(true);
  });

  test('hostile text in the profile and about a number to add is refused at its field and does no harm', async ({
    page,
    wizard,
    words,
    simulator,
    signIn,
  }) => {
    const harm = watchHarm(page);
    const member = new Member(page, language, words, simulator);
    await member.signInAt('change-email', mobile);
    const field = member.field(words('profile:changeEmail.email'));
    await expectRefused(field, () => member.button(words('profile:changeEmail.submit')).click(), harm);

    await member.goTo('sub-accounts');
    await member.link(words('accounts:add.open')).click();
    const add = () => member.button(words('accounts:add.send')).click();
    for (const name of ['mobile_number', 'nickname', 'email'] as const) {
      await expectRefused(member.field(words(`accounts:add.${name}`)), add, harm);
    }

    await signIn.signOut();
    await new LinePages(wizard, member).signIn(); // the account of this line has several lines
    await member.goTo('sub-accounts');
    await member.button(words('accounts:renameOf', { name: 'Driver' })).click();
    const save = () => member.button(words('accounts:renaming.save')).click();
    await expectRefused(member.field(words('accounts:renaming.nickname')), save, harm);
  });

  test('messages come in the language chosen, and to another e-mail once its code was entered', async ({
    page,
    words,
    problems,
    simulator,
  }) => {
    const member = new Member(page, language, words, simulator);
    await member.signInAt('profile', mobile);
    const chosen = member.field(words('profile:preferences.language'));
    await chosen.selectOption('ur');
    await member.button(words('profile:preferences.save')).click();
    await expect(page.getByText(words('profile:saved'))).toBeVisible();
    await page.reload();
    await expect(chosen).toHaveValue('ur');
    await expectGoodPage(page, language);
    await member.link(words('profile:email.change')).click();
    await member.field(words('profile:changeEmail.email')).fill(newEmail);
    await member.button(words('profile:changeEmail.submit')).click();
    await expect(page.getByRole('dialog')).toContainText(email);
    await expectGoodPage(page, language);
    const code = await simulator.codeSentBy(newEmail, async () => {
      await member.button(words('profile:changeEmail.warningConfirm')).click();
      await expect(member.code).toBeFocused();
    });
    await member.code.fill(wrongFor(code));
    await expect(page.getByText(problems.code_incorrect)).toBeVisible();
    await member.code.fill(code);
    await expect(member.heading(words('profile:activateEmail.doneTitle'))).toBeFocused();
    await expectGoodPage(page, language);
    await member.link(words('profile:activateEmail.back')).click();
    await expect(page.getByRole('main').getByText(newEmail)).toBeVisible();
    await expect(page.getByText(words('profile:email.confirmed'), { exact: true })).toBeVisible();
  });
});
