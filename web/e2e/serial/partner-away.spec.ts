import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { elsewhere, Member } from '../support/member.ts';
import { openConsole } from '../support/staff.ts';
import { forEachVisitor } from '../support/visitors.ts';

/** The courier is unavailable for an order; messages are unavailable while nothing waits for them. */
const away = ['courier', 'messages'] as const;

/** Three calls within a quarter of a minute, then the console's next refresh. */
const showsWithin = 90_000;

/** Waiting work tries once a minute; then the console's next refresh. */
const endsWithin = 100_000;

test.afterEach(async ({ simulator }) => {
  for (const system of away) {
    await simulator.knobs(system, { errorRate: 0 });
  }
});

forEachVisitor((language) => {
  test('a partner that does not answer is named to support, until it answers again', async ({
    page,
    browser,
    words,
    problems,
    customer,
    simulator,
    wizard,
  }) => {
    test.setTimeout(360_000);
    const order = await customer.startedUntil('payment');
    for (const system of away) {
      await simulator.knobs(system, { errorRate: 1 });
    }
    await wizard.payFor(order);
    await wizard.expectPlaced();

    const support = await elsewhere(browser, new Member(page, language, words, simulator));
    await openConsole(support, 'supervisor@selfcare.example');
    const said = (partner: string) => words('console:outages.away', { name: partner, since: '' }).trim();
    const notice = (system: (typeof away)[number]) =>
      support.page.getByRole('status').filter({ hasText: said(problems[`partner.${system}`]) });
    for (const system of away) {
      await expect(notice(system)).toBeVisible({ timeout: showsWithin });
    }
    await expectGoodPage(support.page, language);
    await notice('courier').getByRole('link').click();
    await support.page.getByRole('link', { name: order.orderNumber }).click();
    await expect(support.heading(order.orderNumber)).toBeVisible();
    await expect(notice('courier')).toBeVisible();
    await expectGoodPage(support.page, language);
    await page.reload();
    await expect(page.getByRole('list', { name: words('details:statusLabel') })).toBeVisible();
    await expectGoodPage(page, language);

    for (const system of away) {
      await simulator.knobs(system, { errorRate: 0 });
    }
    await support.goTo('console');
    for (const system of away) {
      await expect(notice(system)).toBeHidden({ timeout: endsWithin });
    }
    await expect.poll(async () => (await customer.order(order)).stage).toBe('delivered');
    await support.page.context().close();
  });
});
