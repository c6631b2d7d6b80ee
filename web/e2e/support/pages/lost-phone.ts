import { expect, type Locator, type Page } from '@playwright/test';
import { Member } from '../member.ts';
import type { Simulator } from '../simulator.ts';
import type { Words } from '../texts.ts';
import { LinePages } from './lines.ts';
import type { Wizard } from './wizard.ts';

/** A seeded customer who loses the phone; no other journey needs the line. */
const traveller = { mobile: '0570000007', email: 'traveller@selfcare.example' };

/** The page of the SIM, as a customer uses it after the loss of the phone. */
export class LostPhone {
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

  /**
   * Signs in with the password, and opens the SIM from the dashboard. An earlier journey that stopped may
   * have left the line suspended.
   */
  async signIn(): Promise<void> {
    await this.member.signInAt('dashboard', traveller.email);
    await this.member.link(this.words('accounts:lostPhone')).click();
    await expect(this.line).toBeVisible();
    if (await this.member.button(this.words('sim-information:return.open')).isVisible()) {
      await this.returns();
    }
  }

  get line(): Locator {
    return this.page.getByRole('region', { name: this.words('sim-information:line') });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  says = (what: 'suspend' | 'return', text: 'open' | 'confirm' | 'done') =>
    this.words(`sim-information:${what}.${text}`);

  async asks(what: 'suspend' | 'return'): Promise<void> {
    await this.member.button(this.says(what, 'open')).click();
    await expect(this.dialog).toBeVisible();
  }

  /** Confirms the open dialog; the code comes by e-mail, not to the phone. */
  async agrees(what: 'suspend' | 'return'): Promise<void> {
    const yes = this.dialog.getByRole('button', { name: this.says(what, 'confirm') });
    await this.#lines.giveCodeOf(traveller.email, () => yes.click());
    await expect(this.page.getByText(this.says(what, 'done'))).toBeVisible();
  }

  /** Requests the identity app in the open dialog; its owner agrees there, and the line changes by itself. */
  async confirms(what: 'suspend' | 'return'): Promise<void> {
    await this.dialog
      .getByRole('button', { name: this.words('sim-information:identity.use'), exact: true })
      .click();
    await expect(this.page.getByText(this.says(what, 'done'))).toBeVisible({ timeout: 30_000 });
    await expect(this.dialog).toBeHidden();
  }

  async returns(): Promise<void> {
    await this.asks('return');
    await this.agrees('return');
  }
}
