import { expect, type Locator, type Page } from '@playwright/test';
import { LinePages } from './lines.ts';
import { Member } from './member.ts';
import type { Simulator } from './simulator.ts';
import type { Words } from './texts.ts';
import type { Wizard } from './wizard.ts';

/** A seeded prepaid customer with Hawakom 90, whose plan and password no other journey changes. */
const customer = { mobile: '0570000006', email: 'buyer@selfcare.example' };

/** The page of the plan, as a prepaid customer uses it. */
export class Plans {
  readonly page: Page;
  readonly member: Member;
  readonly #lines: LinePages;

  constructor(
    wizard: Wizard,
    private readonly words: Words,
    simulator: Simulator,
  ) {
    this.page = wizard.page;
    this.member = new Member(wizard.page, wizard.language, words, simulator);
    this.#lines = new LinePages(wizard, this.member);
  }

  async signIn(): Promise<void> {
    await this.member.signInAt('my-plan', customer.email);
    await expect(this.page.getByRole('progressbar')).toBeVisible();
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  inDialog = (name: string): Locator => this.dialog.getByRole('button', { name, exact: true });

  /** A plan among those to choose from. */
  offer = (name: string): Locator =>
    this.page
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { name, level: 3, exact: true }) });

  /** Goes to the page of a switch to one of the plans. */
  choose = (name: string): Promise<void> =>
    this.offer(name)
      .getByRole('link', { name: this.words('my-plan:plans.switchTo', { plan: name }) })
      .click();

  /** Takes the terms shown, with the code that arrives. */
  agree = (): Promise<void> =>
    this.#lines.giveCodeOf(customer.mobile, () =>
      this.member.button(this.words('switch-plan:details.next')).click(),
    );

  /** Chooses when it starts. */
  starts = (when: 'now' | 'renewal'): Promise<void> =>
    this.page.locator(`input[name="start"][value="${when}"]`).check();
}
