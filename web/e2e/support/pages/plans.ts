import { expect, type Locator, type Page } from '@playwright/test';
import type { Language } from '../../../src/lib/text/language.ts';
import { Member } from '../member.ts';
import type { Simulator } from '../simulator.ts';
import { leap } from '../stack.ts';
import type { Words } from '../texts.ts';
import { LinePages } from './lines.ts';
import type { Wizard } from './wizard.ts';

interface Customer {
  mobile: string;
  email: string;
}

/** A seeded prepaid customer with Hawakom 90, whose plan and password no other journey changes. */
const keeper: Customer = { mobile: '0570000006', email: 'buyer@selfcare.example' };

/** Seeded customers with Basic 25 who get other plans, one for each language. */
export const switchers: Record<Language, Customer> = {
  en: { mobile: '0570000025', email: 'switcher@selfcare.example' },
  ar: { mobile: '0570000026', email: 'switcher2@selfcare.example' },
};

/** Seeded customers with Hawakom 90 whose balance does not cover another month. */
export const shortOfMoney: Record<Language, Customer> = {
  en: { mobile: '0570000027', email: 'short@selfcare.example' },
  ar: { mobile: '0570000028', email: 'short2@selfcare.example' },
};

/** The page of the plan, as a prepaid customer uses it. */
export class Plans {
  readonly page: Page;
  readonly member: Member;
  readonly #lines: LinePages;

  constructor(
    private readonly wizard: Wizard,
    private readonly words: Words,
    simulator: Simulator,
    readonly customer = keeper,
  ) {
    this.page = wizard.page;
    this.member = new Member(wizard.page, wizard.language, words, simulator);
    this.#lines = new LinePages(wizard, this.member);
  }

  async signIn(): Promise<void> {
    await this.member.signInAt('my-plan', this.customer.email);
    await expect(this.page.getByRole('progressbar')).toBeVisible();
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  inDialog = (name: string): Locator => this.dialog.getByRole('button', { name, exact: true });

  /** Returns a plan in the choice. */
  offer = (name: string): Locator =>
    this.page
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { name, level: 3, exact: true }) });

  /** Opens the page of a switch to a plan. */
  choose = (name: string): Promise<void> =>
    this.offer(name)
      .getByRole('link', { name: this.words('my-plan:plans.switchTo', { plan: name }) })
      .click();

  /** Accepts the shown terms with the received code. */
  agree = (): Promise<void> =>
    this.#lines.giveCodeOf(this.customer.mobile, () =>
      this.member.button(this.words('switch-plan:details.next')).click(),
    );

  /** Chooses the start. */
  starts = (when: 'now' | 'renewal'): Promise<void> =>
    this.page.locator(`input[name="start"][value="${when}"]`).check();

  /** Accepts the terms of a switch at once, and continues to the payment. */
  async toPayment(): Promise<void> {
    await this.starts('now');
    await this.agree();
    await this.member.button(this.words('switch-plan:summary.pay')).click();
  }

  async payByCard(card: string): Promise<void> {
    await this.page.getByRole('radio', { name: this.words('payment:card') }).check();
    await this.wizard.pay(card);
  }

  async payFromBalance(): Promise<void> {
    await this.page.getByRole('radio', { name: this.words('payment:balance') }).check();
    await this.page.getByRole('button', { name: this.words('payment:pay') }).click();
  }

  /** Waits for the final message of the purchase's page. */
  switched = () =>
    expect(
      this.page.getByRole('heading', { name: this.words('purchase:completed.plan-switch'), exact: true }),
    ).toBeVisible({ timeout: 30_000 });

  /** Triggers the plan's next events one after the other, until its page shows a text. */
  leapsUntil = (text: string): Promise<void> =>
    expect(async () => {
      await this.member.goTo('my-plan');
      await expect(this.page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      if (!(await this.page.getByText(text, { exact: true }).isVisible())) {
        await leap(this.customer.mobile);
      }
      await expect(this.page.getByText(text, { exact: true })).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });

  /** Checks the line's plan on its own page. */
  async has(plan: string): Promise<void> {
    await this.member.goTo('my-plan');
    await expect(this.page.getByRole('heading', { level: 2, name: plan })).toBeVisible();
  }
}
