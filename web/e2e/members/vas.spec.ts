import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { VasPage } from '../support/pages/vas.ts';
import { forEachVisitor } from '../support/visitors.ts';

forEachVisitor((language) => {
  test('a service of a partner is subscribed to with its code, seen and ended', async ({
    page,
    words,
    simulator,
  }) => {
    const vas = new VasPage(page, language, words, simulator);
    await vas.signIn();
    await expect(page.getByRole('radio').first()).toBeVisible();
    await expectGoodPage(page, language);
    await vas.subscribe(() => expectGoodPage(page, language));
    await expectGoodPage(page, language);
    await vas.member.link(words('purchase:toServices')).click();
    await expectGoodPage(page, language);
    await vas.leave(() => expectGoodPage(page, language));
    await expectGoodPage(page, language);
  });

  test('a service is renewed on its day, and ends once that is turned off', async ({
    page,
    words,
    simulator,
  }) => {
    const vas = new VasPage(page, language, words, simulator, 'renewer');
    await vas.signInAtEntertainment();
    await vas.subscribe(() => expectGoodPage(page, language));
    await vas.isRenewed();
    await expectGoodPage(page, language);
    await vas.choose('off', () => expectGoodPage(page, language));
    await expectGoodPage(page, language);
    await vas.choose('on', () => expectGoodPage(page, language));
    await vas.choose('off', () => expectGoodPage(page, language));
    await vas.isOver();
    await expectGoodPage(page, language);
  });

  test('a service of a postpaid line goes onto its bill, with VAT', async ({ page, words, simulator }) => {
    const vas = new VasPage(page, language, words, simulator, 'billed');
    await vas.signInAtEntertainment();
    await vas.subscribe(() => expectGoodPage(page, language));
    await expect(page.getByText(words('purchase:facts.onBill'))).toBeVisible();
    await expectGoodPage(page, language);
    await vas.member.link(words('purchase:toServices')).click();
    await vas.choose('off', () => expectGoodPage(page, language));
  });
});
