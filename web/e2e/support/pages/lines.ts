import type { Member } from '../member.ts';
import { newPerson } from '../people.ts';
import { cards } from '../simulator.ts';
import { askUntilSent } from './sign-in.ts';
import type { Wizard } from './wizard.ts';

/** The seeded main account and the ID that its lines belong to. */
export const mainAccount = { mobile: '0570000003', idNumber: '1077000030', name: 'Sara' } as const;

/** Orders about a line the customer has: the pages before and after those that every order has. */
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

  /** The code sent to a number by a click, typed in. */
  async giveCodeOf(mobile: string, click: () => Promise<void>): Promise<void> {
    const field = this.member.code;
    const code = await this.member.simulator.codeSentBy(mobile, () => askUntilSent(field, click));
    await field.fill(code);
  }

  /** From the identity to the paid order. */
  async identifyAndPay(delivery?: { notes: string }): Promise<void> {
    await this.identifyUntilPayment(delivery);
    await this.wizard.pay(cards.paid);
  }

  /** A SIM card is delivered, by notes that may ask the courier's simulator for something. */
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
