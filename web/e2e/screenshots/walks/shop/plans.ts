import { seededPassword } from '../../../support/member.ts';
import type { Walker } from '../../walker.ts';

const paths = {
  en: { plans: 'plans', compare: 'compare-plans', hawakom: 'hawakom' },
  ar: { plans: 'الباقات', compare: 'مقارنة-الباقات', hawakom: 'هواكم' },
} as const;

/** The answer to a visitor for each kind of number. */
async function getAsGuest({ page, member, words, language, studio }: Walker): Promise<void> {
  await member.goTo(`${paths[language].plans}/hawakom-90`);
  await member.button(words('plans:get.open')).click();
  const number = page.getByLabel(words('plans:get.number'));
  for (const [name, typed] of [
    ['nothing', '05'],
    ['ours', '0571234567'],
    ['not-ours', '0551234567'],
    ['data-sim', '830000000001'],
  ] as const) {
    await number.fill(typed);
    await page.keyboard.press('Enter');
    await studio.shoot(`get-${name}`);
  }
}

/** The answer to a customer: a switch, the present plan, and a plan that does not fit the line. */
async function getAsMember({ page, member, words, language, studio }: Walker): Promise<void> {
  for (const id of ['hawakom-130', 'hawakom-90', 'postpaid-200']) {
    await member.goTo(`${paths[language].plans}/${id}`);
    await page.getByText(words('plans:rates.title')).waitFor();
    await page.waitForLoadState('networkidle');
    await studio.shoot(`member-${id}`);
  }
}

/** The catalogue, its plans and their comparison, for a guest and for a customer; and empty pages. */
export async function walkPlans(walker: Walker): Promise<void> {
  const { page, member, wizard, words, language, studio } = walker;
  const { plans, compare, hawakom } = paths[language];
  await member.goTo(hawakom);
  await page.getByRole('table').waitFor();
  await page.waitForLoadState('networkidle');
  await studio.shoot('hawakom');
  await getAsGuest(walker);
  await member.goTo(`${plans}?compare=hawakom-90,postpaid-200`);
  await page.getByRole('main').getByRole('listitem').first().waitFor();
  await page.waitForLoadState('networkidle');
  await studio.shoot('plans');
  for (const id of ['hawakom-90', 'basic-25', 'postpaid-290', 'data-sim-350']) {
    await member.goTo(`${plans}/${id}`);
    await page.getByText(words('plans:rates.title')).waitFor();
    await page.waitForLoadState('networkidle');
    await studio.shoot(`plan-${id}`);
  }
  await member.goTo(`${compare}?compare=hawakom-90,basic-25,postpaid-290`);
  await page.getByRole('table').waitFor();
  await studio.shoot('plans-compared');
  await member.goTo(compare);
  await page.getByText(words('comparison:plans.few')).waitFor();
  await studio.shoot('plans-compared-none');
  await member.goTo(`${plans}/no-such-plan`);
  await wizard.heading(words('plans:gone.title')).waitFor();
  await studio.shoot('plan-gone');
  const categories = '**/api/plans/categories*';
  await page.route(categories, (route) => route.fulfill({ status: 503, json: {} }));
  await member.goTo(plans);
  await page.getByRole('main').getByRole('alert').waitFor({ timeout: 30_000 });
  await studio.shoot('plans-failed');
  await page.unroute(categories);
  await member.goTo('login');
  await member.signIn('0570000001', seededPassword);
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
  await getAsMember(walker);
}
