import type { Member } from '../member.ts';
import { newPerson } from '../people.ts';
import { cards } from '../simulator.ts';
import { askUntilSent } from './sign-in.ts';
import type { Wizard } from './wizard.ts';

/** The seeded main account, and the ID of its lines. */
export const mainAccount = { mobile: '0570000003', idNumber: '1077000030', name: 'Sara' } as const;

/** Orders for a line of the customer: the pages before and after those of each order. */
export class LinePages {
  #signedIn = false;

  constructor(
    private readonly wizard: Wizard,
    readonly member: Member,
  ) {}

  async signIn(mobile: string = mainAccount.mobile): Promise<void> {
    await this.member.comeIn(mobile);
    this.#signedIn = true;
  }

  get orderId(): string {
    return new URL(this.wizard.page.url()).pathname.split('/')[3] ?? '';
  }

  /** Types the code that a click sends to a number. */
  async giveCodeOf(mobile: string, click: () => Promise<void>): Promise<void> {
    const field = this.member.code;
    const code = await this.member.simulator.codeSentBy(mobile, () => askUntilSent(field, click));
    await field.fill(code);
  }

  /** Continues from the identity step to the paid order. */
  async identifyAndPay(delivery?: { notes: string }): Promise<void> {
    await this.identifyUntilPayment(delivery);
    await this.wizard.pay(cards.paid);
  }

  /**
   * Continues to the payment. A SIM card is delivered; notes may contain an instruction for the courier's
   * simulator.
   */
  async identifyUntilPayment(delivery?: { notes: string }): Promise<void> {
    const { wizard } = this;
    await wizard.expectStep('identity-validation');
    await wizard.passIdentity();
    await wizard.expectStep('user-information');
    await (this.#signedIn ? wizard.next() : wizard.giveContact(newPerson()));
    if (delivery) {
      await wizard.expectStep('delivery');
      await wizard.fillAddress(delivery.notes);
      await wizard.takeAddress();
    }
    await wizard.expectStep('order-confirmation');
    await wizard.confirm();
  }
}
