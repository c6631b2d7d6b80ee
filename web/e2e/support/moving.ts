import { expect, type Locator } from '@playwright/test';
import type { Language } from '../../src/lib/text/language.ts';
import { Member } from './member.ts';
import type { Wizard } from './pages/wizard.ts';
import type { Simulator } from './simulator.ts';
import type { Words } from './texts.ts';

/** Seeded customers whose numbers leave for another operator: one for each language. */
const movers = {
  en: { mobile: '0570000023', email: 'mover@selfcare.example' },
  ar: { mobile: '0570000024', email: 'mover2@selfcare.example' },
} as const;
const idNumber = '1077000063';

/** What the holder of a number sees that another operator asks for. */
export class Moving {
  readonly member: Member;
  readonly who: (typeof movers)[Language];

  constructor(
    wizard: Wizard,
    private readonly words: Words,
    private readonly simulator: Simulator,
  ) {
    this.member = new Member(wizard.page, wizard.language, words, simulator);
    this.who = movers[wizard.language];
  }

  signIn = () => this.member.signInAt('my-plan', this.who.email);

  /** On the pages of the account: where it leads to what happens. */
  get notice(): Locator {
    return this.member.link(this.words('port-out:notice.open'));
  }

  /** Another operator asks for it; the holder, signed in, sees that it leaves. */
  async isAskedFor(): Promise<string> {
    const reference = await this.simulator.asksForNumber(this.who.mobile, idNumber);
    await this.simulator.numberIs(this.who.mobile, 'ACCEPTED');
    await this.member.goTo('my-plan');
    await expect(this.notice).toBeVisible();
    return reference;
  }

  async see(): Promise<void> {
    await this.notice.click();
    await expect(this.member.heading(this.words('port-out:title'))).toBeVisible();
  }

  /** Opens the link of the message in the language of the visitor; messages are written in that of the line. */
  async followLink(): Promise<void> {
    const { pathname, hash } = await this.simulator.linkSentTo(this.who.email, /\S+\/leaving\/\S+/);
    await this.member.goTo(pathname.split('/').slice(2).join('/') + hash);
  }

  /** This was not me. */
  async stop(): Promise<void> {
    await this.member.button(this.words('port-out:stop')).click();
    await expect(this.member.heading(this.words('port-out:stopped'))).toBeVisible();
  }
}
