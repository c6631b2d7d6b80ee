import { randomInt } from 'node:crypto';
import type { Customer } from '../support/customer.ts';
import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { Member } from '../support/member.ts';
import { LinePages } from '../support/pages/lines.ts';
import type { Wizard } from '../support/pages/wizard.ts';
import { cards } from '../support/simulator.ts';
import { Support } from '../support/support-team.ts';
import { forEachVisitor } from '../support/visitors.ts';

/** Places any number of orders for further SIMs, and cancels each after its payment. */
class Orders {
  constructor(
    private readonly wizard: Wizard,
    private readonly pages: LinePages,
    private readonly customer: Customer,
  ) {}

  async untilPayment(): Promise<void> {
    const { wizard, pages } = this;
    await pages.member.goTo('multi-sim/order');
    await wizard.page.getByRole('radio', { name: wizard.words('multi-sim:order.physical') }).check();
    await wizard.button(wizard.words('multi-sim:order.start')).click();
    await wizard.field(wizard.words('multi-sim:name')).fill(`Kite ${randomInt(1000)}`);
    await wizard.next();
    await pages.identifyUntilPayment({ notes: 'by-hand' });
  }

  async paid(): Promise<void> {
    await this.wizard.expectPlaced();
    const known = await this.wizard.page.evaluate(() => localStorage.getItem('selfcare.orders') ?? '[]');
    const [{ id, session }] = JSON.parse(known);
    const answer = await this.customer.send('POST', `/orders/${id}/cancellation`, session, {
      reason: 'changed-mind',
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    if ((await answer.json()).stage === 'held') {
      await Support.signIn(this.wizard.page.request).callOff(id);
    }
  }
}

forEachVisitor((language) => {
  test('a card is kept once it has paid, and pays again with the check of its bank', async ({
    page,
    wizard,
    words,
    simulator,
    customer,
  }) => {
    test.slow();
    const pages = new LinePages(wizard, new Member(page, language, words, simulator));
    const orders = new Orders(wizard, pages, customer);
    const card = (name: RegExp) => page.getByRole('radio', { name });
    const another = page.getByRole('radio', { name: words('payment:otherCard') });
    const keep = page.getByRole('checkbox', { name: words('payment:keep') });
    const pay = page.getByRole('button', { name: words('payment:pay') });
    const type = async (number: string) => {
      await expect(another.or(keep).first()).toBeVisible();
      if (await another.isVisible()) {
        await another.check();
      }
      await expect(keep).not.toBeChecked();
      await keep.check();
      await expectGoodPage(page, language);
      await wizard.pay(number);
    };
    await pages.signIn('0570000089');

    await test.step('a card that expires before it is used again', async () => {
      await orders.untilPayment();
      await type(cards.paidThenExpired);
      await orders.paid();
    });
    await test.step('is shown as expired; another one is kept, with the check of its bank', async () => {
      await orders.untilPayment();
      await expect(card(/0551/)).toBeDisabled();
      await expect(page.getByText(words('payment:expired'))).toBeVisible();
      await type(cards.challengedMada);
      await wizard.approveAtBank();
      await orders.paid();
    });
    await test.step('and pays again, with the same check', async () => {
      await orders.untilPayment();
      await expect(card(/0023/)).toBeChecked();
      await expect(wizard.page.getByTitle(words('payment:fields'))).toBeHidden();
      await expectGoodPage(page, language);
      await pay.click();
      await wizard.approveAtBank();
      await orders.paid();
    });
  });
});
