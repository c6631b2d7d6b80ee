import { expect, test } from './support/journey.ts';
import { expectGoodPage, expectGoodStep } from './support/looks.ts';
import { EsimPages, isolated } from './support/pages/esim.ts';
import { newPerson } from './support/people.ts';
import { cards } from './support/simulator.ts';
import { Support } from './support/support-team.ts';

test('a visitor orders an eSIM, installs it and the line is on', async ({
  page,
  wizard,
  words,
  language,
  customer,
  simulator,
  isMobile,
}) => {
  test.slow();
  const person = newPerson();
  const esim = new EsimPages(wizard);
  // The phones of these tests are of Android.
  const ordered = isMobile ? 'Samsung Galaxy S24' : 'Apple iPhone 16 Pro';
  await test.step('SIM and phone', async () => {
    await page.goto(`/${language}/`);
    await page
      .getByRole('main')
      .getByRole('link', { name: words('home:ways.esim') })
      .click();
    await expect(page.getByRole('radio', { name: words('start:esim') })).toBeChecked();
    await wizard.next();
    await expect(page.getByText(words('device:modelError'))).toBeVisible();
    await expectGoodPage(page, language);
    await esim.choosePhone(ordered, ordered);
    await wizard.next();
  });
  await test.step('number and plan', async () => {
    await wizard.expectStep('number-selection');
    await wizard.takeNumber(await customer.freeNumber());
    await wizard.takePlan(/ 90$/);
  });
  await test.step('person', async () => {
    await wizard.fillEligibility(person);
    await wizard.checkEligibility();
    await wizard.expectStep('identity-validation');
    // The customer agrees in Nafath, whose report is lost: the page goes on all the same.
    await simulator.losesIdentityReport(person.idNumber);
    await wizard.passIdentity();
    await wizard.expectStep('personal-information');
    await wizard.giveContact(person);
  });
  await test.step('confirmation and payment', async () => {
    await wizard.expectStep('order-confirmation');
    await expect(page.getByRole('main').getByText(ordered)).toBeVisible();
    await expectGoodStep(wizard);
    await wizard.confirm();
    await wizard.pay(cards.paid);
  });
  await test.step('installation', async () => {
    await expect(esim.install).toBeVisible();
    if (isMobile) {
      const here = esim.install.getByRole('link', { name: words('esim:install.here') });
      await expect(here).toHaveAttribute('href', /^https:\/\/esimsetup\.android\.com\/.*carddata=LPA:1\$/);
      await esim.install.getByText(words('esim:install.elsewhere')).click();
    }
    await expect(esim.install.getByRole('img', { name: words('esim:install.qr') })).toBeVisible();
    const orderId = new URL(page.url()).pathname.split('/')[3] ?? '';
    expect(await esim.code()).toBe((await simulator.profile(orderId)).matchingId);
    await expectGoodPage(page, language);
    await simulator.phoneReports(orderId, 'downloaded');
    await expect(page.getByText(words('esim:downloaded.title'))).toBeVisible();
    await simulator.phoneReports(orderId, 'installed');
    await expect(wizard.heading(words('details:activeTitle'))).toBeVisible();
    await expect(page.getByText(words('details:next.activeEsim'))).toBeVisible();
    await expectGoodPage(page, language);
  });
  await test.step('account in one tap', async () => {
    await wizard.button(words('active-line:account.create')).click();
    await expect(page.getByText(words('active-line:made.title'))).toBeVisible();
    await expect(page.getByText(words('active-line:invite.title'))).toBeVisible();
    await expectGoodPage(page, language);
    await page
      .getByRole('main')
      .getByRole('link', { name: words('active-line:home.open') })
      .click();
    await expect(page).toHaveURL(new RegExp(`/${language}/`));
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  });
});

test('an eSIM that does not install is made anew, and the code is sent again', async ({
  page,
  request,
  wizard,
  words,
  problems,
  language,
  customer,
  simulator,
}) => {
  const order = await customer.esimUntilPayment();
  await wizard.payFor(order);
  const esim = new EsimPages(wizard);
  await expect(esim.install).toBeVisible();
  const first = await esim.code();
  await wizard.button(words('esim:send.action')).click();
  await expect(page.getByText(words('esim:send.done'))).toBeVisible();
  await expect.poll(async () => (await simulator.outbox(order.person.mobile))[0]?.text).toContain(first);

  await simulator.phoneReports(order.id, 'no-memory');
  await expect(page.getByText(problems.esim_no_memory)).toBeVisible();
  const failed = page
    .getByRole('list', { name: words('details:statusLabel') })
    .locator('[data-state=failed]');
  await expect(failed).toContainText(words('details:status.esim-installed'));
  await expect(failed).toContainText(words('details:failed.esim-installed'));
  await expectGoodPage(page, language);
  await wizard.button(words('esim:failed.newCode')).click();
  const question = page.getByRole('dialog', { name: words('esim:failed.title') });
  await expect(question).toBeVisible();
  await expectGoodPage(page, language);
  await question.getByRole('button', { name: words('esim:failed.confirm') }).click();
  await expect(question).toBeHidden();
  await expect(esim.install).toBeVisible();
  expect(await esim.code()).not.toBe(first);

  await simulator.refusesToActivate(order.msisdn);
  await simulator.phoneReports(order.id, 'downloaded', 'installed');
  await expect(page.getByText(words('details:held.esimActivation'))).toBeVisible();
  await expectGoodPage(page, language);
  await page.goto(`/${language}/sim-activation?order=${order.id}`);
  await expect(
    page.getByText(words('sim-activation:heldEsim', { number: isolated(order.orderNumber) })),
  ).toBeVisible();
  await expectGoodPage(page, language);
  const support = Support.signIn(request);
  await support.resolve(order.id, { action: 'retry', note: 'the network knows the SIM now' });
  await expect(page.getByRole('heading', { name: words('sim-activation:done.title') })).toBeVisible();
});
