import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { Member } from '../support/member.ts';
import { Bills } from '../support/pages/bills.ts';
import { EsimPages } from '../support/pages/esim.ts';
import { Plans, switchers } from '../support/pages/plans.ts';
import { newPerson } from '../support/people.ts';
import { cards, walletCodes } from '../support/simulator.ts';
import { forEachVisitor } from '../support/visitors.ts';

interface Effort {
  taps: number;
  fields: number;
}

/** Counts the taps and the filled fields of a customer from now on, in the page and in the frames of partners. */
async function countEffort(page: Page): Promise<(most: Effort) => void> {
  let taps = 0;
  const fields = new Set<string>();
  await page.exposeFunction('noteEffort', (field: string) => {
    if (field) {
      fields.add(field);
    } else {
      taps += 1;
    }
  });
  const listen = () => {
    const note = (field: string) =>
      (window as unknown as { noteEffort: (field: string) => void }).noteEffort(field);
    addEventListener(
      'click',
      ({ isTrusted, detail }) => {
        // A click of a label is followed by one of its field, which has no place.
        if (isTrusted && detail > 0) {
          note('');
        }
      },
      { capture: true },
    );
    addEventListener(
      'input',
      ({ target }) => {
        const field = target as HTMLInputElement;
        if (!['radio', 'checkbox'].includes(field.type)) {
          note(`${location.pathname} ${field.name || field.id || field.autocomplete}`);
        }
      },
      { capture: true },
    );
  };
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return (most) => {
    expect(taps, 'taps').toBeLessThanOrEqual(most.taps);
    expect(fields.size, [...fields].join()).toBeLessThanOrEqual(most.fields);
    // A counter that hears nothing would accept each effort.
    expect(taps).toBeGreaterThan(0);
  };
}

forEachVisitor((language) => {
  test('a new customer gets an eSIM with little effort', async ({ page, wizard, words, customer }) => {
    test.slow();
    const person = newPerson();
    const number = await customer.freeNumber();
    await page.goto(`/${language}/`);
    const expectAtMost = await countEffort(page);
    await page
      .getByRole('main')
      .getByRole('link', { name: words('home:ways.esim') })
      .click();
    await new EsimPages(wizard).choosePhone('Samsung Galaxy S24', 'Samsung Galaxy S24');
    await wizard.next();
    await wizard.expectStep('number-selection');
    await wizard.takeNumber(number);
    await wizard.takePlan(/ 90$/);
    await wizard.fillEligibility(person);
    await wizard.checkEligibility();
    await wizard.expectStep('identity-validation');
    await wizard.passIdentity();
    await wizard.expectStep('personal-information');
    await wizard.giveContact(person);
    await wizard.confirm();
    await wizard.pay(cards.paid);
    await expect(new EsimPages(wizard).install).toBeVisible();
    expectAtMost({ taps: 13, fields: 14 });
  });

  test('five gigabytes are bought from the dashboard with little effort', async ({
    page,
    words,
    simulator,
  }) => {
    const member = new Member(page, language, words, simulator);
    await member.signInAt('dashboard', 'bundler2@selfcare.example');
    const expectAtMost = await countEffort(page);
    const add = page.getByRole('main').getByRole('link', { name: words('dashboard:consumption.add') });
    await add.first().click();
    await page.getByRole('radio', { name: /^5 (GB|جيجابايت)/ }).check();
    await member.button(words('recharge:continue')).click();
    await page.getByRole('radio', { name: words('payment:balance') }).check();
    await page.getByRole('button', { name: words('payment:pay') }).click();
    await expect(
      page.getByRole('heading', { name: words('purchase:completed.data-recharge'), exact: true }),
    ).toBeVisible();
    expectAtMost({ taps: 4, fields: 0 });
  });

  test('the bill of an SMS is paid with little effort', async ({ page, wizard, words, simulator }) => {
    const bills = new Bills(wizard, words, simulator);
    const link = await bills.newestLink();
    const expectAtMost = await countEffort(page);
    await bills.member.goTo(link);
    await expect(page.getByText(/^057•••00/)).toBeVisible();
    await page.getByRole('radio', { name: words('payment:stcPay') }).check();
    await page.getByLabel(words('payment:stcPayMobile')).fill('0551234567');
    await page.getByRole('button', { name: words('payment:pay') }).click();
    await wizard.enterWalletCode(walletCodes.paid);
    await bills.arrived();
    expectAtMost({ taps: 3, fields: 2 });
  });

  test('another plan is chosen with little effort', async ({ page, wizard, words, simulator }) => {
    test.slow();
    const plans = new Plans(wizard, words, simulator, switchers[language]);
    await plans.member.signInAt('dashboard', switchers[language].email);
    const expectAtMost = await countEffort(page);
    await page
      .getByRole('navigation', { name: words('shell:bar.label') })
      .getByRole('link', { name: words('shell:bar.my-plan') })
      .click();
    await plans.choose(language === 'ar' ? 'هواكم 130' : 'Hawakom 130');
    await plans.starts('renewal');
    await plans.agree();
    await plans.member.button(words('switch-plan:summary.schedule')).click();
    await expect(page.getByText(words('switch-plan:scheduled.title'))).toBeVisible();
    expectAtMost({ taps: 5, fields: 1 });
  });
});
