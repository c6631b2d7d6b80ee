import { expect, type Locator, type Page } from '@playwright/test';
import type { Language } from '../../../src/lib/text/language.ts';
import type { Simulator } from '../simulator.ts';
import type { Words } from '../texts.ts';

export interface Line {
  mobile: string;
  idNumber: string;
}

/**
 * Requests a code until it is sent. A number gets one code a minute: after a code for another journey, this
 * one waits as a person would. It asks rarely, because a device may ask twenty times an hour.
 */
export const askUntilSent = (code: Locator, ask: () => Promise<void>): Promise<void> =>
  expect(async () => {
    if (!(await code.isVisible())) {
      await ask();
    }
    await expect(code).toBeFocused({ timeout: 5_000 });
  }).toPass({ timeout: 90_000, intervals: [10_000] });

/** The sign-in pages as customers use them. */
export class SignIn {
  constructor(
    private readonly page: Page,
    private readonly language: Language,
    private readonly words: Words,
    private readonly simulator: Simulator,
  ) {}

  open = (page: string) => this.page.goto(`/${this.language}/${page}`);

  button = (name: string): Locator => this.page.getByRole('main').getByRole('button', { name, exact: true });

  field = (name: string): Locator => this.page.getByRole('main').getByLabel(name, { exact: true });

  get code(): Locator {
    return this.field(this.words('credentials:code.label'));
  }

  async byPassword(name: string, password: string): Promise<void> {
    await this.sayWho(name);
    await this.field(this.words('sign-in:login.password')).fill(password);
    await this.button(this.words('sign-in:login.submit')).click();
  }

  /** Fills in the single field. The ways to sign in appear after the name is entered. */
  async sayWho(name: string): Promise<void> {
    await this.field(this.words('sign-in:login.name')).fill(name);
    if (!(await this.field(this.words('sign-in:login.password')).isVisible())) {
      await this.next();
    }
  }

  /** Requests a code for the name in the field, and types the code. */
  async byCode(mobile: string): Promise<void> {
    await this.sayWho(mobile);
    const ask = () => this.button(this.words('sign-in:login.codeInstead')).click();
    const code = await this.simulator.codeSentBy(mobile, () => askUntilSent(this.code, ask));
    await this.code.fill(code);
  }

  /** Requests the code and reads it on the phone. */
  askForCode = (mobile: string): Promise<string> =>
    this.simulator.codeSentBy(mobile, async () => {
      await this.field(this.words('sign-in:quick.mobile')).fill(mobile);
      await askUntilSent(this.code, () => this.button(this.words('sign-in:quick.send')).click());
    });

  async fillDetails(line: Line, email: string, password: string): Promise<void> {
    await this.field(this.words('registration:register.mobile')).fill(line.mobile);
    await this.field(this.words('registration:register.mobileAgain')).fill(line.mobile);
    await this.field(this.words('registration:register.email')).fill(email);
    await this.field(this.words('registration:register.password')).fill(password);
    await this.field(this.words('registration:register.passwordAgain')).fill(password);
    await this.next();
  }

  /** Enters the ID of the number's owner; returns the code that follows. */
  showId = (line: Line): Promise<string> =>
    this.simulator.codeSentBy(line.mobile, async () => {
      await this.field(this.words('registration:fields.id_number')).fill(line.idNumber);
      await this.next();
      await expect(this.code).toBeFocused();
    });

  next = () => this.button(this.words('common:actions.continue')).click();

  /** Waits for the account's first page, or for the page that required the sign-in. */
  expectIn = (page = 'dashboard') => this.page.waitForURL(`**/${this.language}/${page}`);

  /** Agrees on the page of the provider, which has its own texts. */
  async agreeAtProvider(subject: string): Promise<void> {
    await this.page.locator(`button[name=subject][value="${subject}"]`).click();
  }

  chooseProvider = (provider: 'google' | 'apple' | 'facebook') =>
    this.button(
      this.words('sign-in:social.with', { provider: this.words(`sign-in:social.${provider}`) }),
    ).click();

  /** Signs out in the menu of the account. It tries again, because a page that arrives takes the focus and closes the menu. */
  async signOut(): Promise<void> {
    await expect(async () => {
      await this.page
        .locator('header button[aria-controls][aria-expanded=false]')
        .last()
        .click({ timeout: 1000 });
      await this.page
        .getByRole('button', { name: this.words('accounts:menu.signOut'), exact: true })
        .click({ timeout: 1000 });
    }).toPass();
    await this.page.waitForURL(`**/${this.language}/`);
  }
}
