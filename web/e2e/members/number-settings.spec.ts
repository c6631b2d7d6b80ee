import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { Member } from '../support/member.ts';
import { forEachVisitor } from '../support/visitors.ts';

/** Seeded lines (dev/seed). */
const mobiles = { en: '0570000061', ar: '0570000062' };

/**
 * The network refuses the number with the first ending, and blocks the number with the second without an
 * answer (docs/simulators.md).
 */
const refused = '512344041';
const unheardOf = '512344042';

forEachVisitor((language) => {
  test('a service is switched, a number refused and blocked, a country blocked, and all put back', async ({
    page,
    words,
    simulator,
  }) => {
    const member = new Member(page, language, words, simulator);
    const dialog = page.getByRole('dialog');
    const said = (stage: 'done' | 'refused', what: string) =>
      dialog.getByText(words(`number-settings:change.${stage}`, { what }));
    const open = (kind: 'language' | 'service' | 'numbers' | 'countries' | 'promotions') =>
      member.button(words(`number-settings:${kind}.open`)).click();
    const close = () => dialog.getByRole('button', { name: words('common:actions.close') }).click();
    const press = (name: string | RegExp) => dialog.getByRole('button', { name }).click();
    await member.signInAt('number-settings', mobiles[language]);
    await expect(member.button(words('number-settings:service.open'))).toBeVisible();
    await expectGoodPage(page, language);

    await test.step('roaming is off once the network took it', async () => {
      await open('service');
      const title = words('number-settings:services.roaming.title');
      const roaming = dialog.getByRole('switch', { name: title });
      await expect(roaming).toBeChecked();
      await roaming.focus();
      await page.keyboard.press('Space');
      await expect(said('done', title)).toBeVisible();
      await expect(roaming).not.toBeChecked();
      await expectGoodPage(page, language);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
    await test.step('and on again on the page of roaming', async () => {
      await member.goTo(language === 'ar' ? 'أسعار-التجوال' : 'roaming-rates');
      const roaming = page.getByRole('switch', { name: words('number-settings:services.roaming.title') });
      await expect(roaming).not.toBeChecked();
      await expectGoodPage(page, language);
      await roaming.check();
      await expect(roaming).toBeChecked();
      const what = words('number-settings:services.roaming.title');
      await expect(page.getByText(words('number-settings:change.done', { what }))).toBeVisible();
      await member.goTo('number-settings');
    });
    await test.step('an emergency number cannot be blocked, one is refused, another blocked without an answer', async () => {
      await open('numbers');
      const field = dialog.getByLabel(words('number-settings:numbers.number'));
      const block = words('number-settings:numbers.block');
      await field.fill('911');
      await press(block);
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await field.fill(refused);
      await press(block);
      await expect(
        dialog.getByText(words('number-settings:change.refused', { what: `\u2066+966${refused}\u2069` })),
      ).toBeVisible();
      await expect(dialog.getByText(words('number-settings:numbers.empty'))).toBeVisible();
      await field.fill(unheardOf);
      await press(block);
      const row = dialog.getByRole('list', { name: words('number-settings:numbers.list') });
      await expect(row).toContainText(unheardOf, { timeout: 45_000 });
      await expectGoodPage(page, language);
      const what = `\u2066+966 ${unheardOf}\u2069`;
      await press(words('number-settings:unblock.of', { what }));
      await press(words('number-settings:unblock.sure', { what }));
      await expect(dialog.getByText(words('number-settings:numbers.empty'))).toBeVisible({ timeout: 45_000 });
      await close();
    });
    await test.step('a country is blocked', async () => {
      await open('countries');
      await dialog.getByLabel(words('number-settings:countries.country')).selectOption('block-eg');
      await press(words('number-settings:countries.block'));
      await expect(dialog.getByRole('list', { name: words('number-settings:countries.list') })).toBeVisible();
      await expectGoodPage(page, language);
      await close();
    });
    await test.step('promotional calls are blocked but for games', async () => {
      await open('promotions');
      await dialog.getByRole('radio', { name: words('number-settings:promotions.block') }).check();
      await dialog
        .getByRole('checkbox', { name: words('number-settings:promotions.products.games') })
        .check();
      await press(words('number-settings:save'));
      await expect(said('done', words('number-settings:promotions.title'))).toBeVisible();
      await expectGoodPage(page, language);
      await close();
    });
    await test.step('and messages come in Urdu', async () => {
      await open('language');
      await dialog.getByRole('radio', { name: words('number-settings:language.names.ur') }).check();
      await press(words('number-settings:save'));
      await expect(said('done', words('number-settings:language.title'))).toBeVisible();
      await expectGoodPage(page, language);
      await close();
      await expect(page.getByText(words('number-settings:language.names.ur'))).toBeVisible();
    });
  });
});
