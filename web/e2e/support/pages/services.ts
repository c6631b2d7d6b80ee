import { expect, type Page } from '@playwright/test';
import type { Language } from '../../../src/lib/text/language.ts';
import { Member } from '../member.ts';
import type { Simulator } from '../simulator.ts';
import { leap } from '../stack.ts';
import type { Words } from '../texts.ts';

/** Seeded customers whom no other journey changes, one for each language. */
const customers = {
  /** Prepaid ones, who subscribe and leave. */
  listener: { ar: ['0570000041', 'listener'], en: ['0570000042', 'listener2'] },
  /** Prepaid ones, whose services are renewed. */
  renewer: { ar: ['0570000045', 'renewer'], en: ['0570000046', 'renewer2'] },
  /** Postpaid ones. */
  billed: { ar: ['0570000047', 'billed'], en: ['0570000048', 'billed2'] },
} as const;

/** The service that is first on the page of entertainment. */
const tunes = { ar: 'نغمات أسبوعية', en: 'Tunes weekly' } as const;

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

  /** Asks for the code of the first service that the line has not, lets the page be looked at, and types it. */
  async subscribe(look: () => Promise<void>): Promise<void> {
    const first = this.#first();
    const code = await this.simulator.codeSentBy(this.own, () => first.click());
    await expect(this.page.getByRole('heading', { name: this.words('vas:confirm.title') })).toBeVisible();
    await look();
    await this.member.code.fill(code);
    const done = this.words('purchase:completed.service');
    await expect(this.page.getByRole('heading', { name: done })).toBeVisible({ timeout: 60_000 });
  }

  /** The page has the only service of the line, with what can be done about it. */
  async #standing(): Promise<void> {
    await this.member.goTo(`${this.entertainment()}?tab=mine`);
    const held = this.page.getByRole('listitem').filter({ hasText: this.tunes });
    await expect(held.getByRole('button')).toHaveCount(2);
  }

  /** Lets the cycle be over, until the next one runs and its customer was told, in the language of the plan. */
  async isRenewed(): Promise<void> {
    const names = Object.values(tunes);
    const told = async () =>
      (await this.simulator.outbox(this.own)).filter(({ text }) => names.some((name) => text.includes(name)))
        .length;
    const messages = await told();
    await leap(this.own); // once: another one would have the next cycle be over, too
    await expect.poll(told, { timeout: 60_000 }).toBeGreaterThan(messages);
    await this.#standing();
  }

  /** Turns the renewal off or on again, lets the question be looked at, and confirms it. */
  async choose(which: 'off' | 'on', look: () => Promise<void>): Promise<void> {
    await this.member.button(this.words(`renewals:${which}.of`, { name: this.tunes })).click();
    await expect(this.page.getByRole('dialog')).toBeVisible();
    await look();
    await this.member.button(this.words(`renewals:${which}.confirm`)).click();
    await expect(this.page.getByRole('dialog')).toBeHidden();
  }

  /** Lets the cycle be over that is not renewed. */
  isOver = (): Promise<void> =>
    expect(async () => {
      await leap(this.own);
      await this.member.goTo(`${this.entertainment()}?tab=mine`);
      await expect(this.page.getByText(this.words('vas:mine.none'))).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 90_000 });

  /** Ends what the line has, on the page of its services. */
  async leave(look: () => Promise<void>): Promise<void> {
    await this.#first().click();
    await expect(this.page.getByRole('dialog')).toBeVisible();
    await look();
    await this.member.button(this.words('vas:leave.confirm')).click();
    await expect(this.page.getByText(this.words('vas:mine.ending')).first()).toBeVisible();
  }
}
