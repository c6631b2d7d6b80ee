import type { Page } from '@playwright/test';
import type { OpenOrder } from '../support/customer.ts';
import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { elsewhere, Member } from '../support/member.ts';
import { fillMoment } from '../support/riyadh.ts';
import { openConsole } from '../support/staff.ts';
import { forEachVisitor } from '../support/visitors.ts';

const day = 24 * 60 * 60_000;

/** Answers a dialog that asks for a reason. */
async function confirm(page: Page, label: string, note: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(label).fill(note);
  await dialog.locator('[type=submit]').click();
}

/**
 * Requests the refund on the order's page once the page offers it: not while the order still sends its last
 * messages.
 */
async function askForRefund(asker: Member, { orderNumber }: OpenOrder, note: string): Promise<void> {
  const { page, words, button, field, language } = asker;
  await field(words('console:find.label')).fill(orderNumber);
  await page.keyboard.press('Enter');
  const ask = button(words('console:refund.ask'));
  await expect(async () => {
    await button(words('console:reload')).click();
    await expect(ask).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expectGoodPage(page, language);
  await ask.click();
  await expect(page.getByRole('dialog').getByText(words('console:decide.preview'))).toBeVisible();
  await expectGoodPage(page, language);
  await confirm(page, words('console:refund.note'), note);
  await expect(page.getByText(words('console:refund.waits'))).toBeVisible();
}

/** Returns the button with which the second person approves the refund of an order. */
const approvalOf = ({ words, button }: Member, { orderNumber }: OpenOrder) =>
  button(
    words('console:approvals.approveTitle', {
      what: words('console:approvals.way.refund', { number: `\u2066${orderNumber}\u2069` }),
    }),
  );

forEachVisitor((language) => {
  test('a large refund is made after a second person approved it', async ({
    page,
    browser,
    words,
    customer,
    simulator,
    wizard,
  }) => {
    const order = await customer.take(await customer.freeNumber('gold'));
    await customer.goOnUntil('payment', order);
    await wizard.payFor(order);
    await page.getByRole('link', { name: words('details:activate') }).click();
    await wizard.button(words('identity:send')).click();
    await wizard.button(words('sim-activation:finish.submit')).click();
    await expect(wizard.heading(words('sim-activation:done.title'))).toBeVisible();
    const total = (await customer.order(order)).price?.total ?? 0;
    const charges = () => simulator.charges(order.id);

    const asker = await elsewhere(browser, new Member(page, language, words, simulator));
    await openConsole(asker, 'asker@selfcare.example', 'console/find');
    const note = `The line was sold by mistake (${order.orderNumber})`;
    await askForRefund(asker, order, note);
    await expectGoodPage(asker.page, language);
    await asker.link(words('console:refund.approvals')).click();
    const own = asker.page.getByRole('listitem').filter({ hasText: note });
    await expect(own).toContainText(words('console:approvals.own'));
    await expect(approvalOf(asker, order)).toBeHidden();
    await expectGoodPage(asker.page, language);
    expect(await charges()).toMatchObject([{ charged: total, refunded: 0 }]);

    const approver = await elsewhere(browser, asker);
    await openConsole(approver, 'approver@selfcare.example', 'console/approvals');
    await expect(approver.page.getByText(note)).toBeVisible();
    await expectGoodPage(approver.page, language);
    await approvalOf(approver, order).click();
    await confirm(approver.page, words('console:approvals.note'), 'Seen the call');
    await expect(approver.page.getByRole('dialog')).toBeHidden();
    await expect(approver.page.getByText(note)).toBeHidden();
    await expect.poll(async () => (await customer.order(order)).refund?.doneAt).toBeDefined();
    expect(await charges()).toMatchObject([{ charged: total, refunded: total }]);
    await asker.page.context().close();
    await approver.page.context().close();
  });

  test('a settings change that takes effect tomorrow is proposed by one, and approved by another', async ({
    page,
    browser,
    words,
    simulator,
  }) => {
    const key = 'maxSubAccounts';
    const note = `Asked for by the board (${Date.now()})`;
    const own = (member: Member) => member.page.getByRole('listitem').filter({ hasText: note });
    const why = words('proposals:note');

    const proposer = new Member(page, language, words, simulator);
    await openConsole(proposer, 'proposer@selfcare.example', 'console/changes');
    await proposer.button(words('proposals:propose.title')).click();
    const dialog = page.getByRole('dialog');
    const choice = dialog.getByLabel(words('proposals:field.key'), { exact: true });
    await choice.selectOption(key);
    const name = (await choice.locator('option:checked').textContent()) ?? '';
    const value = dialog.getByRole('textbox', { name: `${name} (` });
    await expect(value).not.toBeEmpty();
    await value.fill('9');
    await fillMoment(dialog, words, words('proposals:field.effectiveAt'), Date.now() + day);
    await dialog.locator('[type=submit]').click();
    await expect(dialog.getByRole('region', { name: words('proposals:propose.preview') })).toBeVisible();
    await expectGoodPage(page, language);
    await confirm(page, why, note);
    await expect(dialog).toBeHidden();
    await expect(own(proposer)).toContainText(words('proposals:state.pending'));
    await expect(own(proposer)).toContainText(words('proposals:own'));
    const approve = words('proposals:decide.approve.of', { key: name });
    await expect(own(proposer).getByRole('button', { name: approve })).toHaveCount(0);
    await expectGoodPage(page, language);

    const reviewer = await elsewhere(browser, proposer);
    await openConsole(reviewer, 'reviewer@selfcare.example', `console/changes?kind=setting&key=${key}`);
    await own(reviewer).getByRole('button', { name: approve }).click();
    await confirm(reviewer.page, why, 'Seen the minutes');
    await expect(reviewer.page.getByRole('dialog')).toBeHidden();
    await expect(own(reviewer)).toContainText(words('proposals:state.scheduled'));
    await expectGoodPage(reviewer.page, language);
    await reviewer.page.context().close();

    await page.reload();
    await expect(own(proposer)).toContainText(words('proposals:state.scheduled'));
    await expect(own(proposer)).toContainText('reviewer@selfcare.example');
    // The change can be cancelled until it takes effect; this leaves the stack unchanged.
    await own(proposer)
      .getByRole('button', { name: words('proposals:decide.cancel.of', { key: name }) })
      .click();
    await confirm(page, why, 'The board has met again');
    await expect(own(proposer)).toContainText(words('proposals:state.cancelled'));
  });
});
