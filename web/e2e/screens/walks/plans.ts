import { seededPassword } from '../../support/member.ts';
import type { Walker } from '../walker.ts';

const paths = {
  en: { plans: 'plans', compare: 'compare-plans' },
  ar: { plans: 'الباقات', compare: 'مقارنة-الباقات' },
} as const;

/** The catalogue, its plans and their comparison, to a guest and to a customer; and where there is nothing to show. */
export async function walkPlans({ page, member, wizard, words, language, studio }: Walker): Promise<void> {
  const { plans, compare } = paths[language];
  await member.goTo(`${plans}?plans=hawakom-90,postpaid-200`);
  await page.getByRole('main').getByRole('listitem').first().waitFor();
  await page.waitForLoadState('networkidle');
  await studio.shoot('plans');
  for (const id of ['hawakom-90', 'basic-25', 'postpaid-290', 'data-sim-350']) {
    await member.goTo(`${plans}/${id}`);
    await page.getByText(words('plans:rates.title')).waitFor();
    await page.waitForLoadState('networkidle');
    await studio.shoot(`plan-${id}`);
  }
  await member.goTo(`${compare}?plans=hawakom-90,basic-25,postpaid-290`);
  await page.getByRole('table').waitFor();
  await studio.shoot('plans-compared');
  await member.goTo(compare);
  await page.getByText(words('plans:compare.few')).waitFor();
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
  await member.goTo(`${plans}/hawakom-130`);
  await page.getByText(words('plans:rates.title')).waitFor();
  await studio.shoot('plan-member');
}
