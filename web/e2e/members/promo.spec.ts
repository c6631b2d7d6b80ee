import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { forEachVisitor } from '../support/visitors.ts';

forEachVisitor((language) => {
  test('a promo code says what it gives and where it is good, or why it is none', async ({
    page,
    words,
    problems,
  }) => {
    await page.goto(`/${language}/promo`);
    const code = page.getByLabel(words('promo:label'));
    const ask = page.getByRole('button', { name: words('promo:check') });
    await expectGoodPage(page, language);
    await code.fill('NOSUCHCODE');
    await ask.click();
    await expect(page.getByText(problems.promo_code_invalid)).toBeVisible();
    await expectGoodPage(page, language);
    await code.fill('save20');
    await ask.click();
    await expect(page.getByRole('heading', { name: 'SAVE20' })).toBeFocused();
    await expect(page.getByText(words('promo:everyOrder'))).toBeVisible();
    await expectGoodPage(page, language);
  });
});
