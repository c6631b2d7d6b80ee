import { expect, type Locator, type Page } from '@playwright/test';
import { LinePages } from './lines.ts';
import { Member } from './member.ts';
import type { Simulator } from './simulator.ts';
import type { Words } from './texts.ts';
import type { Wizard } from './wizard.ts';

/** Seeded prepaid customers with Hawakom 90; each language has its own, whose plan no other journey changes. */
const customers = {
  en: { mobile: '0570000001', email: 'prepaid@selfcare.example' },
  ar: { mobile: '0570000006', email: 'buyer@selfcare.example' },
} as const;

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

  private get customer() {
    return customers[this.member.language];
  }

  async signIn(): Promise<void> {
    await this.member.signInAt('my-plan', this.customer.email);
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

  /** Agrees to the terms shown, with the code that arrives. */
  agree = (): Promise<void> =>
    this.#lines.giveCodeOf(this.customer.mobile, () =>
      this.inDialog(this.words('my-plan:switching.confirm')).click(),
    );
}
