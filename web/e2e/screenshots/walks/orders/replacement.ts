import { expect } from '@playwright/test';
import { EsimPages } from '../../../support/pages/esim.ts';
import { LinePages, mainAccount } from '../../../support/pages/lines.ts';
import type { Walker } from '../../walker.ts';

const disputed = { en: '0570000010', ar: '0570000011' } as const;
const hudasId = '1077000048';

/** A replacement by an eSIM, requested by a signed-in customer, up to the code. */
async function ofOwnLine({ page, wizard, words, member, studio }: Walker): Promise<void> {
  await new LinePages(wizard, member).signIn();
  await member.goTo('replace-sim');
  await page.getByRole('radio', { name: words('replacement:esim') }).check();
  await wizard.button(words('replacement:start')).click();
  await wizard.expectStep('sim-replacement-request');
  await wizard.button(words('replacement:send')).click();
  await page.getByText(words('common:errors.required')).waitFor();
  await studio.shoot('esim-request-errors');
  await wizard.field(words('replacement:idNumber')).fill(mainAccount.idNumber);
  await new EsimPages(wizard).choosePhone('iphone 16 pro', 'Apple iPhone 16 Pro');
  await studio.shoot('esim-request');
}

/** A replacement requested by a visitor without an account: request, code, order, and the order's page. */
async function ofGuest(walker: Walker): Promise<void> {
  const { page, wizard, words, problems, member, simulator, language, studio } = walker;
  const number = disputed[language];
  const pages = new LinePages(wizard, member);
  await member.goTo('replace-sim');
  await wizard.button(words('replacement:start')).waitFor();
  await studio.shoot('start');
  await wizard.button(words('replacement:start')).click();
  await wizard.expectStep('sim-replacement-request');
  await wizard.field(words('replacement:msisdn')).fill(number);
  await wizard.field(words('replacement:idNumber')).fill(mainAccount.idNumber);
  await wizard.button(words('replacement:send')).click();
  await page.getByText(problems.mobile_id_mismatch).waitFor();
  await studio.shoot('request-refused');
  await wizard.field(words('replacement:idNumber')).fill(hudasId);
  // A line gets at most one code a minute, from all requests together.
  const code = await simulator.codeSentBy(number, () =>
    expect(async () => {
      await wizard.button(words('replacement:send')).click();
      await member.code.waitFor({ timeout: 5_000 });
    }).toPass({ timeout: 70_000 }),
  );
  await studio.shoot('code');
  await member.code.fill(code);
  await wizard.expectStep('identity-validation');
  await studio.shoot('identity');
  await pages.identifyAndPay({ notes: 'by-hand' });
  await wizard.expectPlaced();
  await page.getByText(words('details:oldSim')).waitFor();
  await studio.shoot('placed');
}

/** The holder stops the replacement with the link of the message; the order's page shows it. */
async function notMe({ page, browser, wizard, words, language, simulator, studio }: Walker): Promise<void> {
  const { pathname, hash } = await simulator.linkSentTo(disputed[language], /\S+\/l#\S+/);
  const holder = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await holder.goto(pathname + hash);
  await holder.waitForURL(/\/not-me\//);
  const address = new URL(holder.url());
  await holder.goto('about:blank');
  const stop = holder.getByRole('button', { name: words('replacement:notMe.stop') });
  await holder.goto(address.pathname + address.hash.slice(0, -3));
  await stop.click();
  await holder.getByRole('heading', { name: words('replacement:notMe.invalid') }).waitFor();
  await studio.shoot('not-me-invalid', holder);
  await holder.goto('about:blank');
  await holder.goto(address.pathname + address.hash);
  await stop.waitFor();
  await studio.shoot('not-me', holder);
  await stop.click();
  await holder.getByRole('heading', { name: words('replacement:notMe.stopped') }).waitFor();
  await studio.shoot('not-me-stopped', holder);
  await wizard.heading(words('details:ended.cancelled')).waitFor();
  await page.bringToFront();
  await studio.shoot('stopped');
}

export async function walkReplacement(walker: Walker): Promise<void> {
  await ofGuest(walker);
  await notMe(walker);
  await ofOwnLine(walker);
}
