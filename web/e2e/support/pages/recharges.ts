import { expect, type Locator, type Page } from '@playwright/test';
import { Member } from '../member.ts';
import type { Simulator } from '../simulator.ts';
import type { Words } from '../texts.ts';
import type { Wizard } from './wizard.ts';

/** The seeded customer who buys (README). */
const buyer = { mobile: '0570000006', email: 'buyer@selfcare.example' } as const;

/** A recharge by a signed-in customer. */
export class Recharges {
  readonly page: Page;
  readonly member: Member;

  constructor(
    readonly wizard: Wizard,
    readonly words: Words,
    simulator: Simulator,
  ) {
    this.page = wizard.page;
    this.member = new Member(wizard.page, wizard.language, words, simulator);
  }

  /** Opens a tab of the recharge page; the first call signs in. */
  signInAt = (tab: string) => this.member.signInAt(`recharge?tab=${tab}`, buyer.email);

  open = (tab: string) => this.member.goTo(`recharge?tab=${tab}`);

  next = () => this.member.button(this.words('recharge:continue')).click();

  async chooseAmount(riyals: string): Promise<void> {
    await this.page.getByLabel(this.words('recharge:balance.amount')).fill(riyals);
    await this.next();
    await expect(this.heading(this.words('recharge:confirm.title'))).toBeFocused();
  }

  /**
   * Loads the page while the provider's fields are held back, releases them, and checks that nothing moves.
   */
  async expectStillFields(): Promise<void> {
    let letIn = () => {};
    const gate = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    await this.page.route(/\/payment\/fields/, async (route) => {
      await gate;
      await route.continue();
    });
    await this.open('balanceRecharge');
    await this.chooseAmount('50');
    const another = this.page.getByRole('radio', { name: this.words('payment:otherCard') });
    const keep = this.page.getByRole('checkbox', { name: this.words('payment:keep') });
    await expect(another.or(keep).first()).toBeVisible();
    if (await another.isVisible()) {
      await another.check();
    }
    const before = await keep.boundingBox();
    letIn();
    await expect(this.page.getByTitle(this.words('payment:fields'))).toHaveAttribute('data-ready');
    const after = await keep.boundingBox();
    expect(after?.y).toBeCloseTo(before?.y ?? 0, 0);
  }

  /** Waits for the letter to the buyer that brings this PDF. */
  async expectLetterWith(file: string): Promise<void> {
    const { simulator } = this.member;
    const letter = async () =>
      (await simulator.outbox(buyer.email)).find(({ attachments }) =>
        attachments?.some(({ name }) => name === file),
      );
    await expect.poll(letter).toMatchObject({ attachments: [{ mediaType: 'application/pdf' }] });
    expect(await simulator.fileOf((await letter())?.id ?? '', file)).toMatch(/^%PDF-/);
  }

  heading = (name: string): Locator => this.page.getByRole('heading', { name, exact: true });

  completed = (what: 'recharge' | 'data-recharge' | 'card' | 'friend') =>
    expect(this.heading(this.words(`purchase:completed.${what}`))).toBeVisible();
}

/** Returns one of development's fifty vouchers; each works once. */
export const voucher = (n: number): string => `VCHR50SAR${String(n).padStart(5, '0')}`;
