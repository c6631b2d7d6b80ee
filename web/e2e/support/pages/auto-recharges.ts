import { expect, type Locator } from '@playwright/test';
import { day, dayAndTime } from '../../../src/lib/text/format.ts';
import { Member } from '../member.ts';
import type { Simulator } from '../simulator.ts';
import { leapAutoRecharge } from '../stack.ts';
import type { Words } from '../texts.ts';
import type { Wizard } from './wizard.ts';

/**
 * Two seeded prepaid customers whom no other journey changes, one for each language, because a date is paid
 * only once.
 */
const savers = {
  ar: { mobile: '0570000035', email: 'saver@selfcare.example' },
  en: { mobile: '0570000036', email: 'saver2@selfcare.example' },
} as const;

/** Nine o'clock in Riyadh, in UTC. */
const hour = 6 * 3_600_000;
const week = 7 * 24 * 3_600_000;

const at = (moment: number): string => new Date(moment).toISOString();

/** Returns the last time at which it was nine o'clock. */
const lastNine = (): number => {
  const date = new Date(Date.now() - hour);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) + hour;
};

/** The automatic recharge of a balance, as a signed-in customer sets it up. */
export class AutoRecharges {
  readonly member: Member;
  readonly #saver: (typeof savers)['ar' | 'en'];
  readonly #last = lastNine();

  constructor(
    readonly wizard: Wizard,
    readonly words: Words,
    simulator: Simulator,
  ) {
    this.member = new Member(wizard.page, wizard.language, words, simulator);
    this.#saver = savers[wizard.language];
  }

  signInAt = (path: string) => this.member.signInAt(path, this.#saver.email);

  open = (tab: 'weekly' | 'monthly') => this.member.goTo(`auto-payment?tab=${tab}`);

  text = (words: string): Locator => this.wizard.page.getByText(words);

  /** Saves a card; answers the bank if it asks. */
  async keepCard(number: string, asked: boolean): Promise<void> {
    await this.member.goTo('cards');
    await this.member.button(this.words('saved-cards:add.open')).click();
    await this.wizard.fillCard(number);
    await this.member.button(this.words('saved-cards:add.submit')).click();
    if (asked) {
      await this.wizard.approveAtBank();
    }
    await expect(
      this.wizard.page.getByRole('heading', { name: this.words('purchase:completed.card') }),
    ).toBeVisible();
  }

  async removeCard(last4: string): Promise<void> {
    await this.member.goTo('cards');
    await this.wizard.page
      .getByRole('button', { name: new RegExp(`${this.words('saved-cards:remove')}.*${last4}`) })
      .click();
    await this.member.button(this.words('saved-cards:deleting.confirm')).click();
    await expect(this.text(this.words('saved-cards:deleting.done'))).toBeVisible();
  }

  chooseCard = (last4: string) => this.wizard.page.getByRole('radio', { name: new RegExp(last4) }).check();

  amount = (riyals: string) => this.member.field(this.words('auto-recharge:amount.label')).fill(riyals);

  start = () => this.member.button(this.words('auto-recharge:start')).click();

  /** Chooses the weekday on which it was last nine o'clock. */
  chooseWeekday = () =>
    this.wizard.page
      .getByLabel(this.words('auto-recharge:day.weekly'))
      .selectOption(String(new Date(this.#last).getUTCDay()));

  chooseDay = (dayOfMonth: number) =>
    this.wizard.page.getByLabel(this.words('auto-recharge:day.monthly')).selectOption(String(dayOfMonth));

  expectNext = (moment: number) =>
    expect(this.wizard.page.getByText(dayAndTime(at(moment), this.wizard.language))).toBeVisible();

  expectNextWeek = () => this.expectNext(this.#last + week);

  /** Expects the last day of this month, or of the next month if that day has already come. */
  expectLastDay(): Promise<void> {
    const today = new Date();
    const lastDay = (months: number) =>
      Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months + 1, 0) + hour;
    return this.expectNext(lastDay(0) > today.getTime() ? lastDay(0) : lastDay(1));
  }

  /** Moves the set-up a week back: the last date is paid now, and the page shows it. */
  async leaps(): Promise<void> {
    await leapAutoRecharge(this.#saver.mobile);
    const date = day(at(this.#last).slice(0, 10), this.wizard.language);
    await expect(async () => {
      await this.member.goTo('auto-payment');
      await expect(this.text(this.words('auto-recharge:last.recharged', { day: date }))).toBeVisible({
        timeout: 2_000,
      });
    }).toPass({ timeout: 60_000 });
  }

  askToEnd = () => this.member.button(this.words('auto-recharge:end.open')).click();

  async end(): Promise<void> {
    await this.member.button(this.words('auto-recharge:end.confirm')).click();
    await expect(this.text(this.words('auto-recharge:end.done'))).toBeVisible();
  }
}
