import { seededPassword } from '../../../support/member.ts';
import type { Walker } from '../../walker.ts';

/** The usage of a line: calls, data, messages; a period without usage; and usage that cannot be shown. */
export async function walkUsage({ page, member, words, language, studio }: Walker): Promise<void> {
  const settled = () => page.waitForLoadState('networkidle');
  await member.goTo('login');
  await member.signIn(language === 'ar' ? '0570000064' : '0570000063', seededPassword);
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
  for (const kind of ['calls', 'data', 'sms']) {
    await member.goTo(`history?tab=consumption&type=${kind}`);
    await page.getByRole('listitem').first().waitFor();
    await settled();
    await studio.shoot(kind);
  }
  await member.goTo('history?tab=consumption&type=data&place=roaming');
  await page.getByText(words('usage:usage.none')).waitFor();
  await studio.shoot('none');
  const calls = '**/api/users/current/usage/**';
  await page.route(calls, (route) => route.fulfill({ status: 503, json: {} }));
  await member.goTo('history?tab=consumption');
  await page.getByRole('main').getByRole('alert').first().waitFor({ timeout: 30_000 });
  await studio.shoot('failed');
  await page.unroute(calls);
}
