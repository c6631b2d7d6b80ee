import { expect } from '@playwright/test';
import { spacedMobile } from '../../../src/lib/text/digits.ts';
import { expectGoodPage } from '../looks.ts';
import { type Member, wrongFor } from '../member.ts';
import type { problemsIn } from '../texts.ts';
import { askUntilSent, type Line, SignIn } from './sign-in.ts';

export type Problems = ReturnType<typeof problemsIn>;

const signInOf = ({ page, language, words, simulator }: Member) =>
  new SignIn(page, language, words, simulator);

/** Her first name in the registry. */
export const hudaIn = { en: 'Huda', ar: 'هدى' };

export async function register(member: Member, line: Line, password: string): Promise<void> {
  const { page, language } = member;
  const signIn = signInOf(member);
  await signIn.open('registration');
  await expectGoodPage(page, language);
  await signIn.fillDetails(line, `huda.${language}@example.com`, password);
  const code = await signIn.showId(line);
  await expectGoodPage(page, language);
  await signIn.code.fill(code);
  await signIn.expectIn('activate-email');
  await expect(member.heading(member.words('profile:activateEmail.welcome'))).toBeFocused();
  await expectGoodPage(page, language);
  await member.link(member.words('profile:activateEmail.later')).click();
  await signIn.expectIn();
  await page.reload();
  await expect(page.getByRole('main').getByText(hudaIn[language]).first()).toBeVisible();
}

/** Signs in from a page that required it; the sign-in returns there. */
export const signInByCode = (member: Member, mobile: string): Promise<void> =>
  signInOf(member).byCode(mobile);

/**
 * Adds another person's number, whose holder passes the code on, and uses it. The account's own number is no
 * sub-account.
 */
export async function addNumber(
  member: Member,
  numbers: { own: string; toAdd: string },
  nickname: string,
  problems: Problems,
): Promise<void> {
  const { page, language, words, simulator } = member;
  await member.goTo('sub-accounts');
  await expectGoodPage(page, language);
  await member.link(words('accounts:add.open')).click();
  await member.field(words('accounts:add.mobile_number')).fill(numbers.own);
  await member.field(words('accounts:add.nickname')).fill(nickname);
  await member.field(words('accounts:add.email')).fill('majlis@example.com');
  await member.button(words('accounts:add.send')).click();
  await expect(page.getByText(problems.own_number)).toBeVisible();
  await expectGoodPage(page, language);
  await member.field(words('accounts:add.mobile_number')).fill(numbers.toAdd);
  const code = await simulator.codeSentBy(numbers.toAdd, () =>
    askUntilSent(member.code, () => member.button(words('accounts:add.send')).click()),
  );
  await member.code.fill(wrongFor(code));
  await expect(page.getByText(problems.pin_incorrect)).toBeVisible();
  await expectGoodPage(page, language);
  await member.code.fill(code);
  await expect(member.heading(words('accounts:add.done'))).toBeFocused();
  await member.button(words('accounts:add.use')).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('main').getByText(spacedMobile(numbers.toAdd)).first()).toBeVisible();
  await expect(member.menuOf(nickname)).toBeVisible();
  await expectGoodPage(page, language);
}

/** Signs in to an account with several lines and deletes one of them. */
export async function deleteNumber(
  member: Member,
  mobile: string,
  password: string,
  nickname: string,
): Promise<void> {
  const { page, language, words } = member;
  await member.goTo('sub-accounts');
  await member.signIn(mobile, password);
  await page.waitForURL(`**/${language}/select-account?*`);
  await page
    .getByRole('main')
    .getByRole('button')
    .filter({ hasText: spacedMobile(mobile) })
    .click();
  await page.waitForURL(`**/${language}/sub-accounts`);
  await member.button(words('accounts:removeOf', { name: nickname })).click();
  await member.button(words('accounts:deleting.confirm')).click();
  await expect(page.getByText(words('accounts:deleting.done'))).toBeVisible();
}

/** Resets the password as a signed-out customer. */
export async function resetPassword(member: Member, line: Line, password: string): Promise<void> {
  const { page, language, words } = member;
  const signIn = signInOf(member);
  await signIn.signOut();
  await signIn.open('reset-password');
  await expectGoodPage(page, language);
  await signIn.field(words('registration:register.mobile')).fill(line.mobile);
  const code = await signIn.showId(line);
  await signIn.code.fill(code);
  await signIn.field(words('registration:reset.password')).fill(password);
  await signIn.field(words('registration:reset.passwordAgain')).fill(password);
  await signIn.button(words('registration:reset.save')).click();
  await expect(page.getByRole('link', { name: words('registration:reset.back') })).toBeVisible();
}

/** Shows that the next call of a page with an ended session says so, and signs in with the new password. */
export async function comeBackAfterExpiry(
  member: Member,
  mobile: string,
  passwords: { old: string; chosen: string },
  problems: Problems,
): Promise<void> {
  const { page, language, words } = member;
  await member.openHistory();
  await expect(page.getByRole('dialog')).toContainText(words('shell:expired.title'));
  await expectGoodPage(page, language);
  await member.button(words('shell:expired.signIn')).click();
  await member.signIn(mobile, passwords.old);
  await expect(page.getByText(problems.invalid_login)).toBeVisible();
  await member.signIn(mobile, passwords.chosen);
  await expect(page).toHaveURL(/\/history$/);
}
