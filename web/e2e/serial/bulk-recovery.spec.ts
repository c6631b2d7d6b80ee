import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { Member } from '../support/member.ts';
import { fillMoment } from '../support/riyadh.ts';
import { openConsole } from '../support/staff.ts';
import { forEachVisitor } from '../support/visitors.ts';

forEachVisitor((language) => {
  test('what an outage of the courier held is tried again in bulk, and arrives', async ({
    page,
    words,
    customer,
    simulator,
    wizard,
  }) => {
    const began = Date.now();
    const orders = [await customer.startedUntil('payment'), await customer.startedUntil('payment')];
    for (const order of orders) {
      await simulator.refusesParcelOnce(order.person.mobile);
      await wizard.payFor(order);
      await expect(page.getByText(words('details:held.addressTitle'), { exact: true })).toBeVisible();
    }

    const member = new Member(page, language, words, simulator);
    await openConsole(member, 'supervisor@selfcare.example', 'console/bulk');
    await member.field(words('console:bulk.reason')).selectOption('order courier_refused');
    await fillMoment(page, words, words('console:bulk.from'), began - 60_000);
    await member.button(words('console:bulk.dryRun')).click();
    const preview = page.getByRole('region', { name: words('console:bulk.preview') });
    await preview.locator('summary').click();
    for (const { orderNumber } of orders) {
      await expect(preview.getByRole('link', { name: orderNumber })).toBeVisible();
    }
    await expectGoodPage(page, language);
    await member.field(words('console:bulk.note')).fill('The courier is back');
    await preview.locator('[type=submit]').click();

    await expect(
      page.getByRole('status').filter({ hasText: words('console:bulk.state.completed') }),
    ).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
    await expectGoodPage(page, language);
    for (const order of orders) {
      await expect.poll(async () => (await customer.order(order)).stage).toBe('delivered');
    }
    await member.goTo('console/audit');
    await expect(page.getByText('The courier is back').first()).toBeVisible();
    await expectGoodPage(page, language);
  });
});
