import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';
import { visitors } from './support/visitors.ts';

test('a number of all vanity numbers, by either spelling of their page, begins an order', async ({
  page,
  wizard,
  words,
  language,
}) => {
  await page.goto(`/${language}/all_vanities`);
  await expect(page).toHaveURL(new RegExp(`/${language}/all-vanities$`));
  await expect(wizard.heading(words('vanities:title'))).toBeVisible();
  const classes = page.getByRole('main').getByRole('region');
  await expect(classes).toHaveCount(4);
  // Each visitor takes a number of another class, because all may run at once.
  const own = visitors.findIndex(({ name }) => name === test.info().project.name);
  const choose = classes.nth(own).getByRole('button').first();
  await expect(choose).toBeVisible();
  await expectGoodPage(page, language);
  await choose.click();
  await wizard.expectStep('plan-selection');
});
