import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { seededPassword } from '../support/member.ts';
import { PasskeyDevice } from '../support/passkey-device.ts';
import { forEachVisitor } from '../support/visitors.ts';

/** A seeded customer for each language, because passkeys belong to an account. */
const mobiles = { en: '0570000087', ar: '0570000088' } as const;

forEachVisitor((language) => {
  test('a passkey is offered after the password, signs in from then on, is renamed and removed', async ({
    page,
    words,
    signIn,
  }) => {
    const device = await PasskeyDevice.in(page);
    const main = page.getByRole('main');
    const heading = (name: string) => main.getByRole('heading', { name });
    await test.step('offered once, and made', async () => {
      await signIn.open('login');
      await signIn.byPassword(mobiles[language], seededPassword);
      await expect(heading(words('passkeys:offer.title'))).toBeFocused();
      await expectGoodPage(page, language);
      await device.ownerThere(false);
      await signIn.button(words('passkeys:offer.create')).click();
      await expect(main.getByText(words('passkeys:stopped.cancelled'))).toBeVisible();
      await device.ownerThere(true);
      await signIn.button(words('passkeys:offer.create')).click();
      await expect(heading(words('passkeys:offer.doneTitle'))).toBeFocused();
      expect(await device.passkeys()).toBe(1);
      await signIn.button(words('passkeys:offer.goOn')).click();
      await signIn.expectIn();
    });
    await test.step('signs in', async () => {
      // Otherwise the browser uses the passkey before the test has pressed a button.
      await device.ownerThere(false);
      await signIn.signOut();
      await signIn.open('login');
      await expect(signIn.button(words('passkeys:signIn'))).toBeVisible();
      await expectGoodPage(page, language);
      await device.ownerThere(true);
      await signIn.button(words('passkeys:signIn')).click();
      await signIn.expectIn();
    });
    await test.step('comes up in the field of the name, and signs in without a press', async () => {
      await signIn.signOut();
      await signIn.open('login'); // the device of this test chooses the passkey as soon as it is offered
      await signIn.expectIn();
    });
    await test.step('renamed and removed', async () => {
      await page.goto(`/${language}/sessions`);
      await signIn.button(words('passkeys:list.create')).click();
      await expect(main.getByText(words('passkeys:stopped.hereAlready'))).toBeVisible();
      await expectGoodPage(page, language);
      const row = main.getByRole('listitem').filter({ hasText: words('passkeys:list.added') });
      await row.getByRole('button', { name: words('passkeys:list.rename') }).click();
      await page.getByLabel(words('passkeys:renaming.label'), { exact: true }).fill('Noura 🔑');
      await page.getByRole('button', { name: words('passkeys:renaming.save') }).click();
      await expect(heading('Noura 🔑')).toBeVisible();
      await row.getByRole('button', { name: words('passkeys:list.removeOf', { name: 'Noura 🔑' }) }).click();
      await page.getByRole('button', { name: words('passkeys:removing.confirm') }).click();
      await expect(main.getByText(words('passkeys:list.none'))).toBeVisible();
    });
    await test.step('a removed passkey signs no user in, and the question is not asked again', async () => {
      await signIn.signOut();
      await signIn.open('login');
      await signIn.byPassword(mobiles[language], seededPassword);
      await signIn.expectIn();
    });
  });
});
