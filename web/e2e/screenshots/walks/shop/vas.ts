import { VasPage } from '../../../support/pages/vas.ts';
import type { Walker } from '../../walker.ts';

/** Services on sale and of a line, the code, and the end of a service. */
export async function walkVas(walker: Walker): Promise<void> {
  const { page, language, words, simulator, studio } = walker;
  const vas = new VasPage(page, language, words, simulator);
  await vas.signIn();
  await page.getByRole('radio').first().waitFor();
  await studio.shoot('shelf');
  await vas.member.goTo(`${vas.path()}?page=10000`);
  await page.getByText(words('vas:empty')).waitFor();
  await studio.shoot('empty');
  await vas.member.goTo(`${vas.path()}?tab=mine`);
  await page.getByText(words('vas:mine.none')).waitFor();
  await studio.shoot('none');
  await vas.member.goTo(vas.path());
  await vas.subscribe(() => studio.shoot('code'));
  await studio.shoot('completed');
  await vas.member.goTo(`${vas.path()}?tab=mine`);
  await vas.leave(() => studio.shoot('leave'));
  await studio.shoot('ending');
}

/** Renewals from the balance of a line and on the bill of another. */
export async function walkRenewals({ page, language, words, simulator, studio }: Walker): Promise<void> {
  for (const who of ['renewer', 'billed'] as const) {
    const vas = new VasPage(page, language, words, simulator, who);
    await vas.signInAtEntertainment();
    await page.getByRole('radio').first().waitFor();
    await studio.shoot(`${who}-shelf`);
    await vas.subscribe(() => studio.shoot(`${who}-code`));
    await studio.shoot(`${who}-completed`);
    await vas.member.link(words('purchase:toServices')).click();
    await vas.choose('off', () => studio.shoot(`${who}-off`));
    await studio.shoot(`${who}-ends`);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
  }
}

/** Games on sale, a brand that is not refundable, missing input, and bought codes. */
export async function walkGames({ page, language, words, member, studio }: Walker): Promise<void> {
  const path = language === 'ar' ? encodeURI('الألعاب') : 'games';
  await member.signInAt(path, `player${language === 'ar' ? '' : '2'}@selfcare.example`);
  await page.locator('a[href$="/pubg"]').waitFor();
  await studio.shoot('shelf');
  await member.goTo(`${path}/pubg`);
  await member.button(words('games:form.continue')).click();
  await page.getByText(words('games:form.acceptError')).waitFor();
  await studio.shoot('form-missing');
  await member.goTo(`${path}?tab=mine`);
  await page.getByText(words('games:mine.none')).waitFor();
  await studio.shoot('none');
}

/** Rates of other countries, and the price of a stay. */
export async function walkRates({ page, language, words, studio }: Walker): Promise<void> {
  await page.goto(`/${language}/${language === 'ar' ? encodeURI('الأسعار-الدولية') : 'international-rates'}`);
  await page.getByRole('row').nth(1).waitFor();
  await studio.shoot('international');
  await page.getByRole('searchbox', { name: words('rates:search.label') }).fill('xyz');
  await page.getByText(words('rates:search.none')).waitFor();
  await studio.shoot('not-found');
  await page.goto(`/${language}/${language === 'ar' ? encodeURI('أسعار-التجوال') : 'roaming-rates'}`);
  await page.getByRole('searchbox', { name: words('rates:trip.where') }).waitFor();
  await studio.shoot('roaming');
  await page.getByRole('searchbox', { name: words('rates:trip.where') }).fill('AE');
  await page.getByRole('button', { name: language === 'ar' ? /الإمارات/ : 'United Arab Emirates' }).click();
  await page.getByText(words('rates:trip.best')).waitFor();
  await studio.shoot('roaming-trip');
}
