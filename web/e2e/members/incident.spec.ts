import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { elsewhere, Member } from '../support/member.ts';
import { fillMoment } from '../support/riyadh.ts';
import { openConsole } from '../support/staff.ts';
import { forEachVisitor } from '../support/visitors.ts';

const hour = 60 * 60_000;

forEachVisitor((language) => {
  test('an incident is shown with an order that it touches, and its customer told when it is over', async ({
    page,
    browser,
    words,
    problems,
    customer,
    simulator,
    wizard,
  }) => {
    test.slow(); // the server looks for affected orders once a minute
    const city = language === 'en' ? 'najran' : 'arar'; // a city in which no other journey has parcels
    const order = await customer.startedUntil('payment', { delivery: { city, notes: 'by-hand' } });
    await wizard.payFor(order);
    await expect.poll(async () => (await customer.order(order)).stage).toMatch(/^(preparing|dispatched)$/);
    const banner = page.getByText(words('details:incident.title'), { exact: true });
    await expect(banner).toBeHidden();

    const text = { en: `A sandstorm (${order.orderNumber}).`, ar: `عاصفة رملية (${order.orderNumber}).` };
    const support = await elsewhere(browser, new Member(page, language, words, simulator));
    await openConsole(support, 'dispatcher@selfcare.example', 'console/incidents');
    await support.button(words('incidents:open.title')).click();
    const dialog = support.page.getByRole('dialog');
    await dialog.getByLabel(words('incidents:field.city'), { exact: true }).selectOption(city);
    await fillMoment(dialog, words, words('incidents:field.until'), Date.now() + 5 * hour);
    await dialog.getByLabel(words('incidents:field.textEn')).fill(text.en);
    await dialog.getByLabel(words('incidents:field.textAr')).fill(text.ar);
    await dialog.locator('[type=submit]').click();
    await expect(dialog.getByText(words('details:incident.title'))).toBeVisible();
    await expectGoodPage(support.page, language);
    await dialog.locator('[type=submit]').click();
    await expect(dialog).toBeHidden();
    const incident = support.page.getByRole('listitem').filter({ hasText: text.en });
    await expect(incident).toContainText(words('incidents:state.lasts'));
    await expectGoodPage(support.page, language);

    await expect(async () => {
      await page.reload(); // a page reads incidents together with the order
      await expect(banner).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await expect(page.getByText(text[language], { exact: true })).toBeVisible();
    await expectGoodPage(page, language);

    const [told = ''] = problems['message.incident-over'].split('{');
    const news = async () =>
      (await simulator.outbox(order.person.mobile)).filter((sent) => sent.text.includes(told.trim()));
    await incident.getByRole('button').last().click();
    await expect(dialog.getByText(words('incidents:end.told'))).toBeVisible();
    await expectGoodPage(support.page, language);
    expect(await news()).toEqual([]);
    await dialog.getByRole('button', { name: words('incidents:end.send') }).click();
    await expect(dialog).toBeHidden();
    await expect(incident).toContainText(words('incidents:state.over'));
    await expect.poll(news, { timeout: 2 * 60_000 }).toHaveLength(1);
    expect((await news())[0]?.text).toContain(order.orderNumber);
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('list', { name: words('details:statusLabel') })).toBeVisible();
      await expect(banner).toBeHidden({ timeout: 1_000 });
    }).toPass();
    await support.page.context().close();
  });
});
