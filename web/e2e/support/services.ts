import { expect, type Page } from '@playwright/test';
import type { Language } from '../../src/lib/text/language.ts';
import { Member } from './member.ts';
import type { Simulator } from './simulator.ts';
import type { Words } from './texts.ts';

/** Two seeded prepaid customers whom no other journey changes, one for each language. */
const lines = {
  ar: { mobile: '0570000041', email: 'listener@selfcare.example' },
  en: { mobile: '0570000042', email: 'listener2@selfcare.example' },
} as const;

/** Value-added services as a signed-in customer has them. */
export class Services {
  readonly member: Member;
  readonly own: string;
  readonly #email: string;

  constructor(
    readonly page: Page,
    readonly language: Language,
    readonly words: Words,
    readonly simulator: Simulator,
  ) {
    this.member = new Member(page, language, words, simulator);
    this.own = lines[language].mobile;
    this.#email = lines[language].email;
  }

  path = () => (this.language === 'ar' ? encodeURI('الخدمات') : 'services');

  signIn = () => this.member.signInAt(this.path(), this.#email);

  readonly #first = () => this.page.getByRole('main').getByRole('listitem').getByRole('button').first();

  /** Asks for the code of the first service that the line has not, lets the page be looked at, and types it. */
  async subscribe(look: () => Promise<void>): Promise<void> {
    const first = this.#first();
    const code = await this.simulator.codeSentBy(this.own, () => first.click());
    await expect(
      this.page.getByRole('heading', { name: this.words('services:confirm.title') }),
    ).toBeVisible();
    await look();
    await this.member.code.fill(code);
    const done = this.words('purchase:completed.service');
    await expect(this.page.getByRole('heading', { name: done })).toBeVisible({ timeout: 60_000 });
  }

  /** Ends what the line has, on the page of its services. */
  async leave(look: () => Promise<void>): Promise<void> {
    await this.#first().click();
    await expect(this.page.getByRole('dialog')).toBeVisible();
    await look();
    await this.member.button(this.words('services:leave.confirm')).click();
    await expect(this.page.getByText(this.words('services:mine.ending')).first()).toBeVisible();
  }
}
