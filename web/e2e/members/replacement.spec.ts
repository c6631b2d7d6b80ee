import { stepPath } from '../../src/features/order/model/order-steps.ts';
import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { Member } from '../support/member.ts';
import { EsimPages } from '../support/pages/esim.ts';
import { LinePages, mainAccount } from '../support/pages/lines.ts';
import { newPerson } from '../support/people.ts';
import { forEachVisitor } from '../support/visitors.ts';

/** Lines of the main account, each for one replacement, because a replacement locks a line for a day. */
const replaced = { en: '0570000004', ar: '0570000005' } as const;
const disputed = { en: '0570000010', ar: '0570000011' } as const;
const hudasId = '1077000048';

forEachVisitor((language) => {
  test('a customer moves a line of the account to an eSIM', async ({ page, wizard, words, simulator }) => {
    test.slow();
    const pages = new LinePages(wizard, new Member(page, language, words, simulator));
    await pages.signIn();
    await pages.member.goTo('replace-sim');
    await page.getByRole('radio', { name: words('replacement:esim') }).check();
    await expectGoodPage(page, language);
    await wizard.button(words('replacement:start')).click();

    await wizard.expectStep('sim-replacement-request');
    await wizard.button(words('replacement:send')).click();
    await expect(page.getByText(words('common:errors.required'))).toBeVisible();
    await expect(page.getByText(words('device:modelError'))).toBeVisible();
    await expectGoodPage(page, language);
    const line = page.getByLabel(words('replacement:line'), { exact: true });
    const option = line.locator('option', { hasText: replaced[language].slice(-4) });
    await line.selectOption((await option.getAttribute('value')) ?? '');
    await wizard.field(words('replacement:idNumber')).fill(mainAccount.idNumber);
    await new EsimPages(wizard).choosePhone('iphone 16 pro', 'Apple iPhone 16 Pro');
    await pages.giveCodeOf(replaced[language], () => wizard.button(words('replacement:send')).click());
    await pages.identifyAndPay();

    const { install } = new EsimPages(wizard);
    await expect(install).toBeVisible();
    await expect(page.getByText(words('details:oldSim'))).toBeVisible();
    await expectGoodPage(page, language);
    await simulator.phoneReports(pages.orderId, 'downloaded', 'installed');
    await expect(wizard.heading(words('details:activeReplacement'))).toBeVisible();
    await expect(page.getByText(words('details:next.activeEsimReplacement'))).toBeVisible();
    await expectGoodPage(page, language);

    await pages.member.goTo('my-orders');
    await expect(page.getByText(words('find-order:kind.esim-replacement')).first()).toBeVisible();
  });

  test('the order that gave the SIM and the one that replaces it name each other', async ({
    page,
    wizard,
    words,
    customer,
    simulator,
  }) => {
    test.slow();
    const pages = new LinePages(wizard, new Member(page, language, words, simulator));
    const related = page.getByRole('region', { name: words('links:title') });
    const sara = { ...newPerson(), idNumber: mainAccount.idNumber, birthDate: '1982-11-12' };
    const msisdn = await customer.freeNumber();
    const device = { model: 'apple-iphone-16' };
    const first = await customer.begin({ kind: 'esim', numberSource: 'new', msisdn, device }, sara);
    await customer.goOnUntil('payment', first);
    await wizard.payFor(first);
    await expect(new EsimPages(wizard).install).toBeVisible();
    await simulator.phoneReports(first.id, 'downloaded', 'installed');
    await expect(wizard.heading(words('details:activeTitle'))).toBeVisible();

    await pages.member.goTo('replace-sim');
    await wizard.button(words('replacement:start')).click();
    await wizard.expectStep('sim-replacement-request');
    await wizard.field(words('replacement:msisdn')).fill(msisdn);
    await wizard.field(words('replacement:idNumber')).fill(sara.idNumber);
    await pages.giveCodeOf(msisdn, () => wizard.button(words('replacement:send')).click());
    await pages.identifyAndPay({ notes: 'by-hand' });
    await wizard.expectPlaced();
    await expect(related).toContainText(words('links:words.replacement-of'));
    await expect(related.getByRole('link'), 'a guest holds one order at a time').toHaveCount(0);
    await expectGoodPage(page, language);

    const id = pages.orderId;
    await pages.signIn();
    await page.goto(stepPath(language, 'order-details', id));
    await related.getByRole('link', { name: first.orderNumber }).click();
    const back = related.getByRole('link');
    await expect(back).toHaveAttribute('href', stepPath(language, 'order-details', id));
    await expectGoodPage(page, language);
    await pages.member.goTo('my-orders');
    await expect(
      page.getByRole('main').locator(`a[href="${first.link('order-details').split('#')[0]}"]`),
    ).toHaveCount(2);
  });

  test('the holder of a line stops a replacement that a stranger asked for', async ({
    page,
    browser,
    wizard,
    words,
    problems,
    customer,
    simulator,
  }) => {
    const pages = new LinePages(wizard, new Member(page, language, words, simulator));
    const number = disputed[language];
    await pages.member.goTo('replace-sim');
    await wizard.button(words('replacement:start')).click();
    await wizard.expectStep('sim-replacement-request');
    await wizard.field(words('replacement:msisdn')).fill(number);
    await wizard.field(words('replacement:idNumber')).fill(mainAccount.idNumber);
    await wizard.button(words('replacement:send')).click();
    await expect(page.getByText(problems.mobile_id_mismatch)).toBeVisible();
    await wizard.field(words('replacement:idNumber')).fill(hudasId);
    await pages.giveCodeOf(number, () => wizard.button(words('replacement:send')).click());
    await pages.identifyAndPay({ notes: 'by-hand' });
    await wizard.expectPlaced();

    const { pathname, hash } = await simulator.linkSentTo(number, /\S+\/l#\S+/);
    const holder = await (await browser.newContext()).newPage();
    await holder.goto(pathname + hash);
    await holder.waitForURL(/\/not-me\//);
    const address = new URL(holder.url());
    await holder.goto('about:blank');
    await holder.goto(address.pathname + address.hash.slice(0, -3));
    await holder.getByRole('button', { name: words('replacement:notMe.stop') }).click();
    await expect(holder.getByRole('heading', { name: words('replacement:notMe.invalid') })).toBeVisible();
    await holder.goto('about:blank');
    await holder.goto(address.pathname + address.hash);
    await expectGoodPage(holder, language);
    await holder.getByRole('button', { name: words('replacement:notMe.stop') }).click();
    await expect(holder.getByRole('heading', { name: words('replacement:notMe.stopped') })).toBeVisible();
    await expectGoodPage(holder, language);
    await expect(wizard.heading(words('details:ended.cancelled'))).toBeVisible();
    const id = pages.orderId;
    const session = await page.evaluate(() => localStorage.getItem('selfcare.orders'));
    expect(
      (await customer.order({ id, session: JSON.parse(session ?? '[]')[0].session })).ended?.reason,
    ).toBe('disputed_by_line_holder');
  });
});
