import type { Walker } from '../../walker.ts';

/** Lines and providers, one for each language: a line gets a code there, and a provider is linked there. */
const mobiles = { en: '0570000001', ar: '0570000002' } as const;
const providers = { en: 'google', ar: 'apple' } as const;

/** Subjects of the simulated providers (docs/simulators.md). */
const subject = { unlinked: '100000000001', unverified: '100000000003', none: '' } as const;

async function byPassword({ page, signIn, words, studio }: Walker): Promise<void> {
  await signIn.open('login');
  await page.getByText(words('sign-in:login.new')).waitFor();
  await studio.shoot('login');
  await signIn.next();
  await page.getByText(words('common:errors.required')).first().waitFor();
  await studio.shoot('login-empty');
  await signIn.field(words('sign-in:login.name')).fill('0551234567');
  await signIn.next();
  await page.getByRole('heading', { name: words('registration:notOurs.title') }).waitFor();
  await studio.shoot('login-other-operator');
  await signIn.byPassword('0570000002', 'Wrong-2026');
  await page.getByRole('alert').waitFor();
  await studio.shoot('login-refused');
}

async function byCode({ page, signIn, words, problems, language, studio }: Walker): Promise<void> {
  await signIn.open('quick-login');
  await page.getByText(words('sign-in:login.new')).waitFor();
  await studio.shoot('quick-login');
  await signIn.field(words('sign-in:quick.mobile')).fill('0551234567');
  await signIn.button(words('sign-in:quick.send')).click();
  await page.getByRole('heading', { name: words('registration:notOurs.title') }).waitFor();
  await studio.shoot('quick-login-not-ours');
  const code = await signIn.askForCode(mobiles[language]);
  await studio.shoot('quick-login-code');
  await signIn.code.fill(code === '000000' ? '000001' : '000000');
  await page.getByText(problems.pin_incorrect).waitFor();
  await studio.shoot('quick-login-code-wrong');
}

async function bySocial({ page, signIn, words, language, studio }: Walker): Promise<void> {
  const provider = providers[language];
  await signIn.open('login');
  await signIn.chooseProvider(provider);
  await page.locator('button[name=subject]').first().waitFor();
  await studio.shoot('provider');
  await signIn.agreeAtProvider(subject.none);
  await page.getByRole('heading', { name: words('sign-in:social.cancelledTitle') }).waitFor();
  await studio.shoot('social-cancelled');
  await signIn
    .button(words('sign-in:social.again', { provider: words(`sign-in:social.${provider}`) }))
    .click();
  await signIn.agreeAtProvider(subject.unlinked);
  await page.getByRole('heading', { name: words('sign-in:social.linkTitle') }).waitFor();
  await studio.shoot('social-not-linked');
  await signIn.open('login');
  await signIn.chooseProvider('facebook');
  await signIn.agreeAtProvider(subject.unverified);
  await page.getByRole('heading', { name: words('sign-in:social.linkTitle') }).waitFor();
  await studio.shoot('social-unverified');
}

async function severalLines({ page, signIn, words, studio }: Walker): Promise<void> {
  await signIn.open('login');
  await signIn.byPassword('main@selfcare.example', 'Sahara-2026');
  await signIn.expectIn('select-account');
  await page.getByRole('heading', { name: words('registration:select.title') }).waitFor();
  await studio.shoot('select-account');
}

export async function walkSignIn(walker: Walker): Promise<void> {
  await byPassword(walker);
  await byCode(walker);
  await bySocial(walker);
  await severalLines(walker);
}
