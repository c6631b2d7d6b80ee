import { hudaIn } from '../../../support/pages/first-days.ts';
import type { Line } from '../../../support/pages/sign-in.ts';
import type { Walker } from '../../walker.ts';

/** Numbers in service without a registered account, one for each language. */
const lines: Record<'en' | 'ar', Line> = {
  en: { mobile: '0570000010', idNumber: '1077000048' },
  ar: { mobile: '0570000011', idNumber: '1077000048' },
};

/** Numbers with a registered account, one for each language. */
const taken: Record<'en' | 'ar', Line> = {
  en: { mobile: '0570000001', idNumber: '1077000014' },
  ar: { mobile: '0570000002', idNumber: '1077000022' },
};

/** The page shows that a number has an account only after the number's code. */
async function again({ page, signIn, words, problems, language, studio }: Walker): Promise<void> {
  const line = taken[language];
  await signIn.open('registration');
  await signIn.fillDetails(line, `nobody.${language}@example.com`, 'Acacia-2026');
  await signIn.code.fill(await signIn.showId(line));
  await page.getByText(problems.number_already_registered).waitFor();
  await page
    .getByRole('main')
    .getByRole('link', { name: words('sign-in:login.byPassword') })
    .waitFor();
  await studio.shoot('registration-taken');
}

async function register({ page, signIn, words, language, studio }: Walker): Promise<void> {
  const line = lines[language];
  await signIn.open('registration');
  await signIn.field(words('registration:register.mobile')).waitFor();
  await studio.shoot('registration');
  await signIn.fillDetails(line, 'huda', 'oasis');
  await page.locator('[aria-invalid=true]').first().waitFor();
  await studio.shoot('registration-errors');
  await signIn.fillDetails(line, `huda.${language}@example.com`, 'Acacia-2026');
  await signIn.field(words('registration:fields.id_number')).fill('1000000008');
  await signIn.next();
  await page.getByRole('alert').or(page.locator('[aria-invalid=true]')).first().waitFor();
  await studio.shoot('registration-id');
  const code = await signIn.showId(line);
  await studio.shoot('registration-code');
  await signIn.code.fill(code);
  await signIn.expectIn('activate-email');
  await studio.shoot('registration-welcome');
  await page.getByRole('link', { name: words('profile:activateEmail.later') }).click();
  await signIn.expectIn();
  await page.getByRole('main').getByText(hudaIn[language]).first().waitFor();
  await page.waitForLoadState('networkidle');
  await studio.shoot('registered');
  await signIn.signOut();
}

async function reset({ page, signIn, words, language, studio }: Walker): Promise<void> {
  const line = lines[language];
  await signIn.open('reset-password');
  await signIn.field(words('registration:register.mobile')).waitFor();
  await studio.shoot('reset');
  await signIn.field(words('registration:register.mobile')).fill(line.mobile);
  const code = await signIn.showId(line);
  await studio.shoot('reset-code');
  await signIn.code.fill(code);
  await signIn.field(words('registration:reset.password')).fill('dunes');
  await studio.shoot('reset-password');
  await signIn.field(words('registration:reset.password')).fill('Dunes-2027');
  await signIn.field(words('registration:reset.passwordAgain')).fill('Dunes-2027');
  await signIn.button(words('registration:reset.save')).click();
  await page.getByRole('link', { name: words('registration:reset.back') }).waitFor();
  await studio.shoot('reset-done');
}

export async function walkRegistration(walker: Walker): Promise<void> {
  await again(walker);
  await register(walker);
  await reset(walker);
}
