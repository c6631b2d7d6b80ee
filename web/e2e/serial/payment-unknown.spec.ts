import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { elsewhere, Member } from '../support/member.ts';
import { answerSoon } from '../support/quick-outside-world.ts';
import { cards } from '../support/simulator.ts';
import { openConsole } from '../support/staff.ts';
import { forEachVisitor } from '../support/visitors.ts';

const day = 24 * 60 * 60_000;

test.afterEach(({ simulator }) => answerSoon(simulator));

forEachVisitor((language) => {
  test('a payment with an unknown outcome is shown as that, until it turns out to be paid', async ({
    page,
    browser,
    words,
    customer,
    simulator,
    wizard,
  }) => {
    await simulator.knobs('payment', { pace: { settleAfterMs: day } });
    const order = await customer.startedUntil('payment', { delivery: { notes: 'by-hand' } });
    await wizard.payFor(order, cards.unknownThenPending);
    const pending = page.getByText(words('order:payment.pendingTitle'));
    await expect(pending).toBeVisible();
    await expect(wizard.button(words('payment:pay'))).toBeHidden();
    await expectGoodPage(page, language);

    const support = await elsewhere(browser, new Member(page, language, words, simulator));
    await openConsole(support, 'supervisor@selfcare.example', 'console/find');
    await support.field(words('console:find.label')).fill(order.orderNumber);
    await support.page.keyboard.press('Enter');
    const payments = support.page.getByRole('region', { name: words('console:case.payments'), exact: true });
    await expect(payments).toContainText(words('console:case.payment.pending'));
    await expectGoodPage(support.page, language);

    await page.reload();
    await expect(pending).toBeVisible();
    const [charge] = await simulator.charges(order.id);
    await simulator.settles(charge?.reference ?? '', 'paid');
    await wizard.expectPlaced();
    await expectGoodPage(page, language);
    const { price, payments: known } = await customer.order(order);
    expect(known.map(({ status }) => status)).toEqual(['paid']);
    expect(await simulator.charges(order.id)).toMatchObject([{ charged: price?.total }]);
    await support.button(words('console:reload')).click();
    await expect(payments).toContainText(words('console:case.payment.paid'));
    await support.page.context().close();
  });
});
