import { theirNumber } from '../support/customer.ts';
import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { answerSoon } from '../support/quick-outside-world.ts';
import { forEachVisitor } from '../support/visitors.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The speed that runs an ordinary week in seconds. */
const speed = 20_000;

test.afterEach(async ({ simulator }) => {
  await simulator.runTime(1);
  await answerSoon(simulator);
});

forEachVisitor(() => {
  test('days of a number on its way: refused for an open bill, corrected, carried, switched', async ({
    page,
    wizard,
    words,
    problems,
    language,
    customer,
    simulator,
  }) => {
    test.slow();
    const order = await customer.bring(theirNumber('6001'));
    await customer.goOnUntil('payment', order);
    await simulator.knobs('portability', { pace: { donorAnswersAfterMs: 8 * hour } });
    await simulator.knobs('courier', { pace: { scanEveryMs: 9 * hour } });
    const before = await simulator.timeAhead();
    await wizard.payFor(order);
    await expect(page.locator('[aria-current=step]')).toContainText(words('details:status.donor-agrees'));
    await simulator.runTime(speed);

    await expect(page.getByText(problems.port_unpaid_dues)).toBeVisible();
    await expectGoodPage(page, language);
    await wizard.button(words('port:rejected.send')).click();
    await expect(wizard.heading(words('details:activeTitle'))).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(words('details:next.activePort'))).toBeVisible();
    await expectGoodPage(page, language);

    await simulator.runTime(1);
    expect(await simulator.timeAhead()).toBeGreaterThan(before + 2 * day);
    const ports = await simulator.ports(order.id);
    expect(ports.map(({ status }) => status)).toEqual(['COMPLETED', 'REJECTED']);
  });
});
