import { seededPassword } from '../../../support/member.ts';
import type { Walker } from '../../walker.ts';

const paths = {
  en: { bundles: 'bundles', find: 'find-your-bundle', build: 'build-your-bundle', offers: 'offers' },
  ar: { bundles: 'الحزم', find: 'اعثر-على-حزمتك', build: 'صمّم-حزمتك', offers: 'العروض' },
} as const;

/**
 * The catalogue of bundles, a bundle up to its payment, the questions, a self-made bundle, and offers; and
 * empty pages.
 */
export async function walkBundles({ page, member, wizard, words, language, studio }: Walker): Promise<void> {
  const { bundles, find, build, offers } = paths[language];
  const settled = () => page.waitForLoadState('networkidle');
  await member.goTo(bundles);
  await settled();
  await studio.shoot('bundles');
  await member.goTo(`${bundles}?category=int-pass&tag=new`);
  await page.getByText(words('bundles:empty')).waitFor();
  await studio.shoot('bundles-none');
  await member.goTo(`${bundles}/latest-launch-50`);
  await settled();
  await studio.shoot('bundle-guest');
  await member.goTo(`${bundles}/nobodys`);
  await wizard.heading(words('bundles:gone.title')).waitFor();
  await studio.shoot('bundle-gone');
  await member.goTo(`${find}?data=20480&minutes=100&sms=0&days=30&line=prepaid`);
  await settled();
  await studio.shoot('bundle-found');
  await member.goTo(build);
  await settled();
  await studio.shoot('bundle-built');
  await member.goTo(offers);
  await settled();
  await studio.shoot('offers');
  await member.goTo(`${offers}/launch-50`);
  await settled();
  await studio.shoot('offer');
  await member.goTo(`${offers}/nobodys`);
  await wizard.heading(words('bundles:offers.gone.title')).waitFor();
  await studio.shoot('offer-gone');
  const catalogue = '**/api/bundles?*';
  await page.route(catalogue, (route) => route.fulfill({ status: 503, json: {} }));
  await member.goTo(bundles);
  await page.getByRole('main').getByRole('alert').waitFor({ timeout: 30_000 });
  await studio.shoot('bundles-failed');
  await page.unroute(catalogue);
  await member.goTo('login');
  await member.signIn(language === 'ar' ? '0570000052' : '0570000051', seededPassword);
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
  await member.goTo('add-ons-sms');
  await settled();
  await studio.shoot('add-ons-sms');
  await member.goTo(`${bundles}/net-saver-5`);
  await page.getByRole('radio', { name: words('bundles:buy.gift') }).check();
  await page.getByRole('radio', { name: words('bundles:buy.later') }).check();
  await member.button(words('bundles:buy.continue')).click();
  await studio.shoot('bundle-mistakes');
  await page.getByRole('radio', { name: words('bundles:buy.me') }).check();
  await page.getByRole('radio', { name: words('bundles:buy.now') }).check();
  await member.button(words('bundles:buy.continue')).click();
  await page.getByRole('heading', { name: words('bundles:buy.confirm') }).waitFor();
  await settled();
  await studio.shoot('bundle-confirm');
  await page.getByRole('button', { name: words('payment:pay') }).click();
  await page.getByText(words('purchase:completed.bundle')).waitFor();
  await studio.shoot('bundle-completed');
  await member.goTo(`${bundles}/local-pass-100`);
  await page.getByRole('radio', { name: words('bundles:buy.later') }).check();
  const ahead = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  await member.field(words('bundles:buy.day')).selectOption(ahead);
  await member.button(words('bundles:buy.continue')).click();
  await page.getByRole('button', { name: words('payment:pay') }).click();
  await page.getByText(words('purchase:scheduled.text')).waitFor();
  await studio.shoot('bundle-scheduled');
  await member.button(words('purchase:scheduled.cancel')).click();
  await studio.shoot('bundle-call-off');
}
