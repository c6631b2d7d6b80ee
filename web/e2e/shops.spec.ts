import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';

const inOlaya = { latitude: 24.6951, longitude: 46.6849 };

const texts = {
  en: { path: 'stores', olaya: 'Olaya' },
  ar: { path: 'الفروع', olaya: 'العليا' },
} as const;

test('a store is found by city, words and what it does, on a list and on a map', async ({
  page,
  words,
  language,
}) => {
  const { path, olaya } = texts[language];
  await page.goto(encodeURI(`/${language}/${path}`));
  const cards = page.getByRole('main').getByRole('heading', { level: 3 });
  await expect(cards).toHaveCount(10);
  await expect(page.getByRole('heading', { level: 2, name: /2\d\d/ })).toBeVisible();
  const filters = page.getByRole('button', { name: words('shops:filters.title'), exact: true });
  if (await filters.isVisible()) {
    await filters.click(); // on a phone the filters are closed
  }
  await page.getByLabel(words('shops:filters.city'), { exact: true }).selectOption('riyadh');
  const devices = page.getByLabel(words('shops:services.devices'));
  await devices.click();
  await expect(devices).toBeChecked();
  await page.getByLabel(words('shops:search.label')).fill(olaya);
  await page
    .getByRole('button', { name: words('shops:search.submit'), exact: true })
    .last()
    .click();
  await expect(cards.first()).toHaveText(olaya);
  await expectGoodPage(page, language);
  await page
    .getByRole('button', { name: words('shops:store.onMap') })
    .first()
    .click();
  await expect(page.getByRole('group', { name: words('shops:map.label') })).toBeVisible();
  const chosen = page.getByRole('region', { name: words('shops:store.chosen') });
  await expect(chosen.getByRole('heading', { name: olaya })).toBeVisible();
  await expect(chosen.getByRole('link', { name: words('shops:store.directions') })).toHaveAttribute(
    'href',
    /24\.6949,46\.6853$/,
  );
  await page.reload();
  await expect(chosen.getByRole('heading', { name: olaya })).toBeVisible();
  await expectGoodPage(page, language);
});

test('the nearest store comes first where the visitor says where they are, and else a city helps', async ({
  page,
  context,
  words,
  language,
}) => {
  const { path, olaya } = texts[language];
  await page.goto(encodeURI(`/${language}/${path}`));
  await page.getByRole('heading', { level: 3 }).first().waitFor();
  await context.clearPermissions();
  await page.getByRole('button', { name: words('shops:location.use') }).click();
  await expect(page.getByText(words('shops:location.denied'))).toBeVisible();
  await expectGoodPage(page, language);
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(inOlaya);
  await page.getByRole('button', { name: words('shops:location.use') }).click();
  await expect(page.getByText(words('shops:location.using'))).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toHaveText(olaya);
});
