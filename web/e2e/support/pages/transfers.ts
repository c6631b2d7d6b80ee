import { expect, type Page } from '@playwright/test';
import type { Language } from '../../../src/lib/text/language.ts';
import { Member } from '../member.ts';
import type { Simulator } from '../simulator.ts';
import type { Words } from '../texts.ts';

/**
 * Two seeded prepaid customers whom no other journey changes. The language decides the sender, so that the
 * codes of both languages do not conflict.
 */
const lines = {
  ar: { mobile: '0570000031', email: 'giver@selfcare.example' },
  en: { mobile: '0570000032', email: 'giver2@selfcare.example' },
} as const;

/** Transfers by a signed-in customer. */
export class Transfers {
  readonly member: Member;
  readonly own: string;
  readonly other: string;
  readonly #email: string;

  constructor(
    readonly page: Page,
    language: Language,
    readonly words: Words,
    readonly simulator: Simulator,
  ) {
    this.member = new Member(page, language, words, simulator);
    this.own = lines[language].mobile;
    this.#email = lines[language].email;
    this.other = lines[language === 'ar' ? 'en' : 'ar'].mobile;
  }

  async signInAt(tab: 'local' | 'international' | 'data'): Promise<void> {
    const path = this.member.language === 'ar' ? encodeURI('تحويل-الرصيد') : 'transfer';
    await this.member.signInAt(`${path}?tab=${tab}`, this.#email);
  }

  to = (number: string) => this.page.getByLabel(this.words('transfer:to.label')).fill(number);

  /** Enters a number abroad, whose operator is found, and chooses its cheapest product. */
  async chooseAbroad(number: string): Promise<void> {
    await this.to(number);
    await this.next();
    await this.page.locator('input[name="product_id"]').first().check();
  }

  amount = (riyals: string) => this.page.getByLabel(this.words('transfer:credit.amount')).fill(riyals);

  next = () => this.member.button(this.words('transfer:continue')).click();

  /** Requests the code, calls `look`, and types the code. */
  async confirm(look: () => Promise<void>): Promise<void> {
    const code = await this.simulator.codeSentBy(this.own, this.next);
    await expect(
      this.page.getByRole('heading', { name: this.words('transfer:confirm.title') }),
    ).toBeVisible();
    await look();
    await this.member.code.fill(code);
  }

  /** Checks that the recipient gets an SMS that hides the middle of the sender's number. */
  async expectTold(): Promise<void> {
    const masked = `${this.own.slice(0, 3)}***${this.own.slice(-4)}`;
    const told = async () =>
      (await this.simulator.outbox(this.other)).some(({ text }) => text.includes(masked));
    await expect.poll(told, { message: `a message to ${this.other}` }).toBe(true);
  }
}
