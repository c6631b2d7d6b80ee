import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { Services } from '../support/pages/services.ts';
import { forEachVisitor } from '../support/visitors.ts';

forEachVisitor((language) => {
  test('a service of a partner is subscribed to with its code, seen and ended', async ({
    page,
    words,
    simulator,
  }) => {
    const services = new Services(page, language, words, simulator);
    await services.signIn();
    await expect(page.getByRole('radio').first()).toBeVisible();
    await expectGoodPage(page, language);
    await services.subscribe(() => expectGoodPage(page, language));
    await expectGoodPage(page, language);
    await services.member.link(words('purchase:toServices')).click();
    await expectGoodPage(page, language);
    await services.leave(() => expectGoodPage(page, language));
    await expectGoodPage(page, language);
  });

  test('a service is renewed on its day, and ends once that is turned off', async ({
    page,
    words,
    simulator,
  }) => {
    const services = new Services(page, language, words, simulator, 'renewer');
    await services.signInAtEntertainment();
    await services.subscribe(() => expectGoodPage(page, language));
    await services.isRenewed();
    await expectGoodPage(page, language);
    await services.choose('off', () => expectGoodPage(page, language));
    await expectGoodPage(page, language);
    await services.choose('on', () => expectGoodPage(page, language));
    await services.choose('off', () => expectGoodPage(page, language));
    await services.isOver();
    await expectGoodPage(page, language);
  });

  test('a service of a postpaid line goes onto its bill, with VAT', async ({ page, words, simulator }) => {
    const services = new Services(page, language, words, simulator, 'billed');
    await services.signInAtEntertainment();
    await services.subscribe(() => expectGoodPage(page, language));
    await expect(page.getByText(words('purchase:facts.onBill'))).toBeVisible();
    await expectGoodPage(page, language);
    await services.member.link(words('purchase:toServices')).click();
    await services.choose('off', () => expectGoodPage(page, language));
  });
});
