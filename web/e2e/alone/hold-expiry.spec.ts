import { expect, test } from '../ground/journey.ts';
import { expectGoodPage } from '../ground/looks.ts';
import { setFigures } from '../ground/stack.ts';

const shortHold = 15_000;

test.afterAll(() => setFigures({ holdFor: 'null' }));

for (const visitor of [
  { language: 'en', viewport: { width: 1280, height: 800 } },
  { language: 'ar', viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true },
] as const) {
  test.describe(visitor.language, () => {
    test.use(visitor);

    test('a hold that ran out offers similar numbers and keeps what was typed', async ({
      page,
      wizard,
      words,
      language,
      customer,
      simulator,
    }) => {
      await setFigures({ holdFor: `${shortHold / 1000}s` });
      let order = await customer.start();
      await expect(async () => {
        order = await customer.start();
        const { booking, serverTime } = await customer.order(order);
        const left = Date.parse(booking?.holdExpiresAt ?? '') - Date.parse(serverTime);
        expect(left).toBeLessThanOrEqual(shortHold);
      }).toPass();
      await page.goto(order.link('plan-selection'));
      await wizard.takePlan(/ 90$/);
      await wizard.fillEligibility(order.person);

      const dialog = page.getByRole('dialog', { name: words('order:expired.title') });
      await expect(dialog).toBeVisible({ timeout: 2 * shortHold });
      await expectGoodPage(page, language);
      expect((await customer.order(order)).booking?.expired).toBe(true);
      expect(await customer.isFree(order.msisdn)).toBe(true);

      const similar = dialog.getByRole('listitem');
      expect(await similar.count()).toBeGreaterThan(0);
      await similar.first().getByRole('button').click();
      await expect(dialog).toBeHidden();
      await expect(wizard.field(words('order:eligibility.idNumber'))).toHaveValue(order.person.idNumber);
      await wizard.checkEligibility();
      await wizard.expectStep('identity-validation');
      const { booking } = await customer.order(order);
      expect(booking?.expired).toBe(false);
      expect(booking?.msisdn).not.toBe(order.msisdn);
      expect(await simulator.outbox(order.person.mobile), 'no contact was given yet').toEqual([]);
    });
  });
}
