import { seededPassword } from '../../../support/member.ts';
import type { Walker } from '../../walker.ts';

const paths = {
  en: { shop: 'shop', compare: 'compare-bundles' },
  ar: { shop: 'المتجر', compare: 'مقارنة-الحزم' },
} as const;

/** The shop of a guest and of a customer, a kind of bundles, a comparison; and empty pages. */
export async function walkShop({ page, member, words, language, studio }: Walker): Promise<void> {
  const { shop, compare } = paths[language];
  const settled = () => page.waitForLoadState('networkidle');
  await member.goTo(shop);
  await settled();
  await studio.shoot('shop');
  await member.goTo(`${shop}?kind=bundles&sort=price&compare=net-saver-5,net-saver-25`);
  await settled();
  await studio.shoot('shop-bundles');
  await member.goTo(`${compare}?compare=net-saver-5,net-saver-25,local-bundle-40`);
  await settled();
  await studio.shoot('compared');
  await member.goTo(compare);
  await page.getByText(words('comparison:bundles.few')).waitFor();
  await studio.shoot('compared-none');
  const widgets = '**/api/shop/widgets';
  await page.route(widgets, (route) => route.fulfill({ status: 503, json: {} }));
  await member.goTo(shop);
  await page.getByRole('main').getByRole('alert').waitFor({ timeout: 30_000 });
  await studio.shoot('shop-failed');
  await page.unroute(widgets);
  await member.goTo('login');
  await member.signIn(language === 'ar' ? '0570000052' : '0570000051', seededPassword);
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
  await member.goTo(shop);
  await settled();
  await studio.shoot('shop-member');
}
