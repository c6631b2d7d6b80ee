import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { setFigures } from '../support/stack.ts';
import { forEachVisitor } from '../support/visitors.ts';

const shortHold = 15_000;

test.afterAll(() => setFigures({ holdFor: 'null' }));

forEachVisitor(() => {
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
    // The stack takes the new setting after a few seconds; on a busy machine the reservation may expire
    // before the form is filled.
    await expect(async () => {
      order = await customer.startedUntil('eligibility-check');
      const { booking, serverTime } = await customer.order(order);
      const left = Date.parse(booking?.holdExpiresAt ?? '') - Date.parse(serverTime);
      expect(left).toBeLessThanOrEqual(shortHold);
      await page.goto(order.link('eligibility-check'));
      await wizard.fillEligibility(order.person);
    }).toPass();

    const dialog = page.getByRole('dialog', { name: words('order:expired.title') });
    await expect(dialog).toBeVisible({ timeout: 4 * shortHold });
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
