import type { Walker } from '../../walker.ts';

/**
 * Stores as a list and on a map, a chosen store, opening hours, no results, a denied location, and a failure.
 */
export async function walkStores({ page, language, words, studio }: Walker): Promise<void> {
  const address = `/${language}/${language === 'ar' ? encodeURI('الفروع') : 'stores'}`;
  const first = page.getByRole('heading', { level: 3 }).first();
  await page.goto(address);
  await first.waitFor();
  await studio.shoot('list');
  await page.getByText(words('shops:hours.title')).first().click();
  await studio.shoot('hours');
  await page.getByRole('button', { name: words('shops:location.use') }).click();
  await page.getByText(words('shops:location.denied')).waitFor();
  await studio.shoot('location-denied');
  await page.goto(`${address}?view=map`);
  await page.getByRole('group', { name: words('shops:map.label') }).waitFor();
  await studio.shoot('map');
  await page.goto(`${address}?view=map&city=riyadh&store=RUH-001`);
  await page
    .getByRole('region', { name: words('shops:store.chosen') })
    .getByRole('heading')
    .first()
    .waitFor();
  await studio.shoot('chosen');
  await page.goto(`${address}?q=Atlantis`);
  await page.getByText(words('shops:list.none')).waitFor();
  await studio.shoot('none');
  await page.route('**/api/stores?**', (route) => route.abort());
  await page.goto(address);
  await page.getByRole('alert').waitFor();
  await studio.shoot('error');
}
