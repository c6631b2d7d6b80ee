import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';
import { newPerson } from './support/people.ts';

test('a guest finds an order again with its number, the mobile and a code', async ({
  page,
  wizard,
  words,
  problems,
  language,
  customer,
  simulator,
}) => {
  const order = await customer.startedUntil('delivery');
  const code = page.getByLabel(words('credentials:code.label'), { exact: true });
  const lookFor = async (orderNumber: string, mobile: string) => {
    await wizard.field(words('find-order:find.orderNumber')).fill(orderNumber);
    await wizard.field(words('find-order:find.contact')).fill(mobile);
    await wizard.button(words('find-order:find.submit')).click();
    await expect(code).toBeFocused();
  };

  await page.goto(`/${language}/my-orders`);
  await expect(page.getByRole('heading', { name: words('find-order:mine.empty') })).toBeVisible();
  await expectGoodPage(page, language);
  await page
    .getByRole('main')
    .getByRole('link', { name: words('find-order:mine.find') })
    .click();
  await expect(wizard.heading(words('find-order:find.title'))).toBeFocused();
  await expectGoodPage(page, language);

  await test.step('not with a mobile that was not given with it', async () => {
    const stranger = newPerson().mobile;
    await lookFor(order.orderNumber, stranger);
    await code.fill('000000');
    await expect(page.getByText(problems.pin_incorrect)).toBeVisible();
    expect(await simulator.outbox(stranger), 'strangers are sent nothing').toEqual([]);
    await expectGoodPage(page, language);
    await wizard.button(words('credentials:code.cancel')).click();
  });

  const sent = await simulator.codeSentBy(order.person.mobile, () =>
    lookFor(order.orderNumber.toLowerCase(), order.person.mobile),
  );
  await code.fill(sent);
  await wizard.expectStep('delivery');

  await test.step('from then on it is among the orders of this browser', async () => {
    await page.goto(`/${language}/my-orders`);
    const row = page.getByRole('listitem').filter({ hasText: order.orderNumber });
    await expect(row.getByText(words('find-order:stage.wizard'))).toBeVisible();
    await expectGoodPage(page, language);
    await row.getByRole('link').click();
    await wizard.expectStep('delivery');
  });
});
