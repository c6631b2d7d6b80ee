import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { VasPage } from '../support/pages/vas.ts';
import { forEachVisitor } from '../support/visitors.ts';

forEachVisitor((language) => {
  test('a code of a game is bought from the balance and goes to the email and the mobile', async ({
    page,
    words,
    simulator,
  }) => {
    const { member, own } = new VasPage(page, language, words, simulator);
    const path = language === 'ar' ? encodeURI('الألعاب') : 'games';
    await member.signInAt(path, `player${language === 'ar' ? '' : '2'}@selfcare.example`);
    await expectGoodPage(page, language);
    await page.locator(`a[href$="/pubg"]`).click();
    await expect(page.getByText(words('games:form.noRefund'))).toBeVisible();
    await member.button(words('games:form.continue')).click();
    await expect(page.getByText(words('games:form.acceptError'))).toBeVisible();
    await expectGoodPage(page, language);
    await page.getByRole('radio').first().check();
    await page.getByLabel(words('games:form.email')).fill('gamer@selfcare.example');
    await page.getByLabel(words('games:form.mobile')).fill(own);
    await page.getByRole('checkbox').check();
    await member.button(words('games:form.continue')).click();
    await expect(page.getByRole('heading', { name: words('games:confirm.title') })).toBeVisible();
    await expectGoodPage(page, language);
    await page.getByRole('button', { name: words('payment:pay') }).click();
    const done = words('purchase:completed.game');
    await expect(page.getByRole('heading', { name: done })).toBeVisible({ timeout: 60_000 });
    await expectGoodPage(page, language);
    await member.link(words('purchase:toGames')).click();
    await expect(page.getByText(words('games:mine.masked'))).toBeVisible();
    await expectGoodPage(page, language);
  });
});
