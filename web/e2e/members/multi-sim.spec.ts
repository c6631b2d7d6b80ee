import { randomInt } from 'node:crypto';
import { expectRefused, watchHarm } from '../support/hostile.ts';
import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { Member } from '../support/member.ts';
import { EsimPages } from '../support/pages/esim.ts';
import { LinePages, mainAccount } from '../support/pages/lines.ts';
import { Wizard } from '../support/pages/wizard.ts';
import { forEachVisitor } from '../support/visitors.ts';

const sims = { en: 'physical', ar: 'esim' } as const;

forEachVisitor((language) => {
  test('a further SIM is ordered, made primary, and the former one deactivated', async ({
    page,
    wizard,
    words,
    simulator,
    problems,
  }) => {
    test.slow();
    const sim = sims[language];
    const name = `Boat ${randomInt(100_000)}`; // no other SIM of the line may have this name
    const pages = new LinePages(wizard, new Member(page, language, words, simulator));
    const row = (of: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: of, exact: true }) });
    await pages.signIn();
    await pages.member.goTo('order-sim');
    await page.getByRole('link', { name: words('accounts:logOutFirst.multiSim') }).click();
    await expect(row('Watch').or(row('Car')).first()).toBeVisible();
    await expectGoodPage(page, language);
    const former =
      (await page.getByRole('main').getByRole('heading', { level: 2 }).first().textContent()) ?? '';
    await page.getByRole('link', { name: words('multi-sim:open') }).click();
    await page.getByRole('radio', { name: words(`multi-sim:order.${sim}`) }).check();
    await expectGoodPage(page, language);
    await wizard.button(words('multi-sim:order.start')).click();

    await expect(wizard.heading(words('multi-sim:step.title'))).toBeVisible();
    await expectGoodPage(page, language);
    const harm = watchHarm(page);
    await expectRefused(wizard.field(words('multi-sim:name')), wizard.next, harm);
    await wizard.field(words('multi-sim:name')).fill(name);
    if (sim === 'esim') {
      await new EsimPages(wizard).choosePhone('iphone 16 pro', 'Apple iPhone 16 Pro');
    }
    await wizard.next();
    await pages.identifyAndPay(sim === 'physical' ? { notes: '' } : undefined);
    await test.step('the SIM begins to work', async () => {
      if (sim === 'esim') {
        await expect(new EsimPages(wizard).install).toBeVisible();
        await simulator.phoneReports(pages.orderId, 'downloaded', 'installed');
      } else {
        await page.getByRole('link', { name: words('details:activate') }).click();
        await wizard.button(words('identity:send')).click();
        await wizard.button(words('sim-activation:finish.submit')).click();
        await page.getByRole('link', { name: words('sim-activation:done.order') }).click();
      }
      await expect(wizard.heading(words('details:activeMultisim'))).toBeVisible();
    });

    await page.getByRole('link', { name: words('details:facts.multisim') }).click();
    await row(name)
      .getByRole('button', { name: words('multi-sim:primary.of', { name }) })
      .click();
    const yes = wizard.button(words('multi-sim:primary.confirm'));
    await expectGoodPage(page, language);
    await pages.giveCodeOf(mainAccount.mobile, () => yes.click());
    await expect(page.getByText(words('multi-sim:primary.done'))).toBeVisible();
    await expect(row(name).getByText(words('multi-sim:state.primary'), { exact: true })).toBeVisible();
    await expect(row(name).getByText(words('multi-sim:primaryStays'))).toBeVisible();
    await expect(row(name).getByRole('button', { name: words('multi-sim:deactivate.open') })).toBeHidden();

    await test.step('the former primary SIM is named and deactivated', async () => {
      const old = former === words('multi-sim:unnamedPrimary') ? problems['sim.first'] : former;
      await row(old)
        .getByRole('button', { name: words('multi-sim:renaming.of', { name: old }) })
        .click();
      const save = () => wizard.button(words('multi-sim:renaming.save')).click();
      await expectRefused(wizard.field(words('multi-sim:name')), save, harm);
      await wizard.field(words('multi-sim:name')).fill(`Old ${language}`);
      await save();
      await expect(page.getByText(words('multi-sim:renaming.done'))).toBeVisible();
      const renamed = row(`Old ${language}`);
      await renamed
        .getByRole('button', { name: words('multi-sim:deactivate.of', { name: `Old ${language}` }) })
        .click();
      const sure = wizard.button(words('multi-sim:deactivate.confirm'));
      await expect(sure).toBeVisible();
      await pages.giveCodeOf(mainAccount.mobile, () => sure.click());
      await expect(page.getByText(words('multi-sim:deactivate.done'))).toBeVisible();
      await expect(renamed.getByText(words('multi-sim:state.inactive'))).toBeVisible();
      await expect(
        renamed.getByRole('link', { name: words('multi-sim:againOf', { name: `Old ${language}` }) }),
      ).toBeVisible();
    });
    await expectGoodPage(page, language);
  });

  test('a friend orders with an invitation', async ({
    page,
    browser,
    wizard,
    words,
    simulator,
    customer,
  }) => {
    const pages = new LinePages(wizard, new Member(page, language, words, simulator));
    await pages.signIn();
    await pages.member.goTo('refer');
    await expect(pages.member.heading(words('referral:title'))).toBeVisible();
    await expectGoodPage(page, language);
    const link = (await page.getByText(/\?ref=/).textContent()) ?? '';
    const friend = await (await browser.newContext()).newPage();
    await friend.goto(link);
    await expect(friend.getByText(words('referral:invited.title'))).toBeVisible();
    const sent = friend.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/orders'),
    );
    await new Wizard(friend, language, words).takeNumber(await customer.freeNumber());
    expect((await sent).postDataJSON()).toMatchObject({ referralCode: link.split('ref=')[1] });
  });
});
