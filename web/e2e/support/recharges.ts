import { expect, type Locator, type Page } from '@playwright/test';
import { Member } from './member.ts';
import type { Simulator } from './simulator.ts';
import type { Words } from './texts.ts';
import type { Wizard } from './wizard.ts';

/** The seeded customer who buys (README). */
const buyer = { mobile: '0570000006', email: 'buyer@selfcare.example' } as const;

/** Recharging as a signed-in customer does it. */
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

  /** Opens a tab of the recharge page; the first time signs in. */
  signInAt = (tab: string) => this.member.signInAt(`recharge?tab=${tab}`, buyer.email);

  open = (tab: string) => this.member.goTo(`recharge?tab=${tab}`);

  next = () => this.member.button(this.words('recharge:continue')).click();

  async chooseAmount(riyals: string): Promise<void> {
    await this.page.getByLabel(this.words('recharge:balance.amount')).fill(riyals);
    await this.next();
    await expect(this.heading(this.words('recharge:confirm.title'))).toBeFocused();
  }

  heading = (name: string): Locator => this.page.getByRole('heading', { name, exact: true });

  completed = (what: 'recharge' | 'data-recharge' | 'card' | 'friend') =>
    expect(this.heading(this.words(`purchase:completed.${what}`))).toBeVisible();
}

/** One of development's fifty; each works once. */
export const voucher = (n: number): string => `VCHR50SAR${String(n).padStart(5, '0')}`;
