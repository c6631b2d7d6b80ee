import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';
import { Wizard } from './support/pages/wizard.ts';

test('the link of a message opens what it is about, in one browser', async ({
  browser,
  wizard,
  words,
  language,
  customer,
  simulator,
}) => {
  const order = await customer.startedUntil('payment');
  await wizard.payFor(order);
  await expect.poll(async () => (await customer.order(order)).stage).toBe('delivered');
  const asked = language === 'en' ? /Activate it here: (\S+)/ : /فعّلها من هنا: (\S+)/;
  const { pathname, hash } = await simulator.linkSentTo(order.person.mobile, asked);

  const phone = await browser.newContext();
  const there = new Wizard(await phone.newPage(), language, words);
  await there.page.goto(pathname + hash);
  await expect(there.page).toHaveURL(new RegExp(`/${language}/sim-activation\\?order=${order.id}$`));
  await expect(there.button(words('identity:send'))).toBeVisible();

  await test.step('another browser is led to the order by its number', async () => {
    const elsewhere = await browser.newContext();
    const other = new Wizard(await elsewhere.newPage(), language, words);
    await other.page.goto(pathname + hash);
    await expect(other.heading(words('find-order:link.opened'))).toBeVisible();
    await expectGoodPage(other.page, language);
    await other.page
      .getByRole('main')
      .getByRole('link', { name: words('find-order:link.find') })
      .click();
    await expect(other.field(words('find-order:find.orderNumber'))).toHaveValue(order.orderNumber);
    await elsewhere.close();
  });

  await test.step('the first one goes on, and may open it again', async () => {
    await there.page.goto(`/${language}/`);
    await there.page.goto(pathname + hash);
    await there.button(words('identity:send')).click();
    const { sim } = await customer.order(order);
    // The number of the present SIM: the link does not show it.
    await there.field(words('sim-activation:find.iccid')).fill(sim?.iccid ?? '');
    await there.button(words('sim-activation:finish.submit')).click();
    await expect(there.heading(words('sim-activation:done.title'))).toBeVisible();
  });
  await phone.close();

  await test.step('of the order itself it opens only how that is getting on', async () => {
    const track = language === 'en' ? /Follow each step: (\S+)/ : /تابعه: (\S+)/;
    const address = await simulator.linkSentTo(order.person.mobile, track);
    const tracker = await browser.newContext();
    const tracking = new Wizard(await tracker.newPage(), language, words);
    await tracking.page.goto(address.pathname + address.hash);
    await expect(tracking.page.getByRole('link', { name: words('details:part.open') })).toBeVisible();
    await expect(tracking.page.getByText(order.person.mobile)).toHaveCount(0);
    await expectGoodPage(tracking.page, language);
    await tracker.close();
  });
});
