import { expect, type Locator } from '@playwright/test';
import { Member } from '../member.ts';
import type { Simulator } from '../simulator.ts';
import type { Words } from '../texts.ts';
import type { Wizard } from './wizard.ts';

/** Two seeded postpaid customers with open bills, one for each language. */
const lines = {
  ar: { mobile: '0570000033', email: 'payer@selfcare.example' },
  en: { mobile: '0570000034', email: 'payer2@selfcare.example' },
} as const;

/** Bills as the customer sees and pays them, and as a visitor with a message's link does. */
export class Bills {
  readonly member: Member;
  readonly #line: (typeof lines)[keyof typeof lines];

  constructor(
    readonly wizard: Wizard,
    readonly words: Words,
    readonly simulator: Simulator,
  ) {
    this.member = new Member(wizard.page, wizard.language, words, simulator);
    this.#line = lines[wizard.language];
  }

  get #page() {
    return this.wizard.page;
  }

  signIn = () => this.member.signInAt('my-bills', this.#line.email);

  /** Returns a bill of the list, the newest first. */
  bill = (at: number): Locator =>
    this.#page.getByRole('link', { name: this.words('bills:row.see', { number: 'INV' }) }).nth(at);

  /** Opens the second newest bill, which is due in two days. */
  async openDueSoon(): Promise<void> {
    await this.bill(1).click();
    await expect(this.#page.getByRole('heading', { name: this.words('bills:services.title') })).toBeVisible();
  }

  async openServices(): Promise<void> {
    for (const service of await this.#page.getByRole('main').locator('details > summary').all()) {
      await service.click();
    }
    await expect(this.#page.getByText(this.words('bills:services.net')).last()).toBeVisible();
  }

  async download(): Promise<string> {
    const [file] = await Promise.all([
      this.#page.waitForEvent('download'),
      this.member.button(this.words('bills:bill.download')).click(),
    ]);
    return file.suggestedFilename();
  }

  async payPart(riyals: string, card: string): Promise<void> {
    await this.#page.getByRole('radio', { name: this.words('bills:pay.part') }).check();
    await this.#page.getByLabel(this.words('bills:pay.amount')).fill(riyals);
    await this.wizard.pay(card);
  }

  arrived = () =>
    expect(
      this.#page.getByRole('heading', { name: this.words('purchase:completed.invoice'), exact: true }),
    ).toBeVisible();

  payRest = () => this.member.link(this.words('purchase:payRest')).click();

  /** Returns the link of the newest bill from its letter: an SMS in Arabic does not name the bill. */
  async newestLink(): Promise<string> {
    const links = async () =>
      (await this.simulator.outbox(this.#line.email)).flatMap(({ text }) => {
        const [link, number] = [/pay-invoice#[\w-]+/, /INV\d{4}-\d{8}/].map((part) => part.exec(text)?.at(0));
        return link && number ? { link, number } : [];
      });
    // The messages of a new stack leave side by side, in any order: the bills are known once no other message comes.
    let before = 0;
    const isComplete = async () => {
      const now = (await links()).length;
      const complete = now > 0 && now === before;
      before = now;
      return complete;
    };
    await expect.poll(isComplete, { message: 'messages with bills', intervals: [2_000] }).toBe(true);
    const all = (await links()).sort((one, other) => other.number.localeCompare(one.number));
    return all[0]?.link ?? '';
  }
}
