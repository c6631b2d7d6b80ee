import type { Order } from '../../../../src/api/gen/index.ts';
import { elsewhere } from '../../../support/member.ts';
import { EsimPages } from '../../../support/pages/esim.ts';
import { pretendOrder } from '../../pretend.ts';
import type { Walker } from '../../walker.ts';

const links = /\S+\/o#\S+/;

/** The links of an order's messages, opened on a phone that does not know the order. */
async function ofMessages({ page, browser, wizard, words, customer, member, simulator, studio }: Walker) {
  const order = await customer.esimUntilPayment();
  await wizard.payFor(order);
  await new EsimPages(wizard).install.waitFor();
  await wizard.button(words('details:forget.open')).click();
  await studio.shoot('forget-dialog');
  await page.keyboard.press('Escape');
  const sent = (await simulator.outbox(order.person.mobile)).flatMap(({ text }) => links.exec(text) ?? []);
  for (const [count, link] of [...new Set(sent)].entries()) {
    const { pathname, hash } = new URL(link);
    const other = await elsewhere(browser, member);
    await other.page.goto(pathname + hash);
    await other.page.getByRole('link', { name: words('details:part.open') }).waitFor();
    await studio.shoot(`part-${count}`, other.page);
    await other.page.context().close();
    if (count === 0) {
      await page.goto(pathname + hash);
      await page.getByText(words('find-order:link.find')).waitFor();
      await studio.shoot('link-opened-elsewhere');
    }
  }
}

const at = '2026-11-24T09:00:00Z';

/** States of an order with a problem, which the link of a message shows. */
const troubles: Record<string, Partial<Order>> = {
  draft: { stage: 'wizard', step: 'delivery', progress: undefined },
  'hold-over': { stage: 'wizard', step: 'number-selection', progress: undefined },
  lost: {
    stage: 'number-lost',
    progress: {
      headline: 'number-lost',
      milestones: [
        { key: 'placed', state: 'failed', actor: 'customer', until: at },
        { key: 'preparing', state: 'to-come' },
        { key: 'active', state: 'to-come' },
      ],
    },
  },
  cancelled: {
    stage: 'cancelled',
    progress: {
      headline: 'cancelled',
      milestones: [
        { key: 'placed', state: 'done' },
        { key: 'money-back', state: 'done' },
      ],
    },
    ended: { reason: 'cancelled_by_customer', message: '', at, refunded: 12_000 },
  },
};

async function ofOrdersInTrouble(walker: Walker): Promise<void> {
  const { page, wizard, problems, customer, studio } = walker;
  const order = await customer.startedUntil('payment');
  const said: Record<string, string> = problems;
  let now: Partial<Order> = {};
  await pretendOrder(walker, order, () => now);
  for (const [name, trouble] of Object.entries(troubles)) {
    const ended = trouble.ended && { ...trouble.ended, message: said[trouble.ended.reason] ?? '' };
    now = { ...trouble, ended, opened: 'tracking', step: trouble.step ?? 'order-details', canCancel: false };
    await page.goto('about:blank');
    await page.goto(order.link('order-details'));
    await wizard.page.locator('h1').waitFor();
    await studio.shoot(`trouble-${name}`);
  }
  await page.unrouteAll({ behavior: 'wait' });
}

/** The links of an order's messages, and the page of all vanity numbers. */
export async function walkLinks(walker: Walker): Promise<void> {
  const { page, language, words, studio } = walker;
  await ofMessages(walker);
  await ofOrdersInTrouble(walker);
  await page.goto(`/${language}/all-vanities`);
  await page.getByRole('heading', { name: words('vanities:title') }).waitFor();
  await page.getByRole('region').nth(3).getByRole('button').first().waitFor();
  await studio.shoot('vanities');
}
