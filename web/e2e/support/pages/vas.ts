import { expect, type Page } from '@playwright/test';
import type { Language } from '../../../src/lib/text/language.ts';
import { Member } from '../member.ts';
import type { Simulator } from '../simulator.ts';
import { leap } from '../stack.ts';
import type { Words } from '../texts.ts';

/** Seeded customers whom no other journey changes, one for each language. */
const customers = {
  /** Prepaid customers who subscribe and unsubscribe. */
  listener: { ar: ['0570000041', 'listener'], en: ['0570000042', 'listener2'] },
  /** Prepaid customers with renewed services. */
  renewer: { ar: ['0570000045', 'renewer'], en: ['0570000046', 'renewer2'] },
  /** Postpaid customers. */
  billed: { ar: ['0570000047', 'billed'], en: ['0570000048', 'billed2'] },
} as const;

/** The first service on the page of entertainment. */
const tunes = { ar: 'نغمات أسبوعية', en: 'Tunes weekly' } as const;

/** Value-added services of a signed-in customer. */
export class VasPage {
  readonly member: Member;
  readonly own: string;
  readonly #email: string;

  constructor(
    readonly page: Page,
    readonly language: Language,
    readonly words: Words,
    readonly simulator: Simulator,
    who: keyof typeof customers = 'listener',
  ) {
    this.member = new Member(page, language, words, simulator);
    const [mobile, name] = customers[who][language];
    this.own = mobile;
    this.#email = `${name}@selfcare.example`;
  }

  path = () => (this.language === 'ar' ? encodeURI('الخدمات') : 'services');

  entertainment = () => (this.language === 'ar' ? encodeURI('الترفيه') : 'entertainment');

  signIn = () => this.member.signInAt(this.path(), this.#email);

  signInAtEntertainment = () => this.member.signInAt(this.entertainment(), this.#email);

  get tunes(): string {
    return tunes[this.language];
  }

  readonly #first = () => this.page.getByRole('main').getByRole('listitem').getByRole('button').first();

  /** Requests the code of the first service without a subscription, calls `look`, and types the code. */
  async subscribe(look: () => Promise<void>): Promise<void> {
    const first = this.#first();
    const code = await this.simulator.codeSentBy(this.own, () => first.click());
    await expect(this.page.getByRole('heading', { name: this.words('vas:confirm.title') })).toBeVisible();
    await look();
    await this.member.code.fill(code);
    const done = this.words('purchase:completed.service');
    await expect(this.page.getByRole('heading', { name: done })).toBeVisible({ timeout: 60_000 });
  }

  /** Checks that the page shows the line's only service with its two actions. */
  async #standing(): Promise<void> {
    await this.member.goTo(`${this.entertainment()}?tab=mine`);
    const held = this.page.getByRole('listitem').filter({ hasText: this.tunes });
    await expect(held.getByRole('button')).toHaveCount(2);
  }

  /**
   * Ends the cycle, and waits for the next cycle and for the message to its customer, in the language of the
   * plan.
   */
  async isRenewed(): Promise<void> {
    const names = Object.values(tunes);
    const told = async () =>
      (await this.simulator.outbox(this.own)).filter(({ text }) => names.some((name) => text.includes(name)))
        .length;
    const messages = await told();
    await leap(this.own); // only once: another call would also end the next cycle
    await expect.poll(told, { timeout: 60_000 }).toBeGreaterThan(messages);
    await this.#standing();
  }

  /** Turns the renewal off or on, calls `look` at the question, and confirms. */
  async choose(which: 'off' | 'on', look: () => Promise<void>): Promise<void> {
    await this.member.button(this.words(`renewal:${which}.of`, { name: this.tunes })).click();
    await expect(this.page.getByRole('dialog')).toBeVisible();
    await look();
    await this.member.button(this.words(`renewal:${which}.confirm`)).click();
    await expect(this.page.getByRole('dialog')).toBeHidden();
  }

  /** Ends the cycle without a renewal. */
  isOver = (): Promise<void> =>
    expect(async () => {
      await leap(this.own);
      await this.member.goTo(`${this.entertainment()}?tab=mine`);
      await expect(this.page.getByText(this.words('vas:mine.none'))).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 90_000 });

  /** Ends the line's service on the page of its services. */
  async leave(look: () => Promise<void>): Promise<void> {
    await this.#first().click();
    await expect(this.page.getByRole('dialog')).toBeVisible();
    await look();
    await this.member.button(this.words('vas:unsubscribe.confirm')).click();
    await expect(this.page.getByText(this.words('vas:mine.ending')).first()).toBeVisible();
  }
}
