import type { Browser, Locator, Page } from '@playwright/test';
import type { Language } from '../../src/lib/text/language.ts';
import { SignIn } from './pages/sign-in.ts';
import { keepSession, openSession } from './session.ts';
import type { Simulator } from './simulator.ts';
import type { Words } from './texts.ts';

/** The initial password of all seeded customers (README.md). */
export const seededPassword = 'Sahara-2026';

/** Returns six other digits. */
export const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

/** A customer with an account, who uses its pages by their texts. */
export class Member {
  constructor(
    readonly page: Page,
    readonly language: Language,
    readonly words: Words,
    readonly simulator: Simulator,
  ) {}

  private get entrance(): SignIn {
    return new SignIn(this.page, this.language, this.words, this.simulator);
  }

  get code(): Locator {
    return this.entrance.code;
  }

  button = (name: string) => this.page.getByRole('button', { name, exact: true });

  link = (name: string) => this.page.getByRole('main').getByRole('link', { name, exact: true });

  heading = (name: string) => this.page.getByRole('heading', { level: 1, name });

  field = (name: string) => this.page.getByLabel(name, { exact: true });

  goTo = (path: string) => this.page.goto(`/${this.language}/${path}`);

  signIn = (name: string, password: string) => this.entrance.byPassword(name, password);

  /** Signs in without the sign-in page. */
  async comeIn(name: string, password = seededPassword): Promise<void> {
    await keepSession(this.page, await openSession(this.page.request, name, password));
  }

  /** Opens a page for members through the sign-in. */
  async signInAt(path: string, name: string, password = seededPassword): Promise<void> {
    await this.comeIn(name, password);
    await this.goTo(path);
    await this.entrance.expectIn(path);
  }

  /** Opens the history by the bottom bar of a phone or the sidebar of a wide screen. */
  async openHistory(): Promise<void> {
    const bar = this.page.getByRole('navigation', { name: this.words('shell:bar.label') });
    const sidebar = this.page.getByRole('navigation', { name: this.words('shell:sidebar.label') });
    await bar
      .or(sidebar)
      .getByRole('link', { name: this.words('shell:sidebar.history'), exact: true })
      .click();
  }

  /** Opens the whole menu on a phone, by the last button of the bottom bar. */
  async openMenu(): Promise<void> {
    const bar = this.page.getByRole('navigation', { name: this.words('shell:bar.label') });
    await bar.getByRole('button', { name: this.words('shell:bar.more') }).click();
  }

  /** Returns the header's menu of the current account. */
  menuOf = (name: string) => this.button(this.words('accounts:menu.open', { name }));

  async changePassword(old: string, chosen: string): Promise<void> {
    await this.field(this.words('profile:changePassword.old_password')).fill(old);
    await this.field(this.words('profile:changePassword.new_password')).fill(chosen);
    await this.field(this.words('profile:changePassword.repeated')).fill(chosen);
  }

  submitPassword = () => this.button(this.words('profile:changePassword.submit')).click();
}

/** Opens the same customer in another browser. */
export async function elsewhere(browser: Browser, { language, words, simulator }: Member): Promise<Member> {
  const context = await browser.newContext();
  return new Member(await context.newPage(), language, words, simulator);
}
