import { expect, type Locator } from '@playwright/test';
import type { Language } from '../../src/lib/text/language.ts';
import { Member } from './member.ts';
import type { Wizard } from './pages/wizard.ts';
import type { Simulator } from './simulator.ts';
import type { Words } from './texts.ts';

/** Seeded customers whose numbers move to another operator, one for each language. */
const movers = {
  en: { mobile: '0570000023', email: 'mover@selfcare.example' },
  ar: { mobile: '0570000024', email: 'mover2@selfcare.example' },
} as const;
const idNumber = '1077000063';

/** The view of the holder of a number that another operator requests. */
export class PortOutPage {
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

  /** The notice on the account's pages, which links to the move. */
  get notice(): Locator {
    return this.member.link(this.words('port-out:notice.open'));
  }

  /** Requests the number for another operator; the signed-in holder sees that the number leaves. */
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

  /** Opens the link of the message in the visitor's language; messages have the line's language. */
  async followLink(): Promise<void> {
    const { pathname, hash } = await this.simulator.linkSentTo(this.who.email, /\S+\/l#\S+/);
    await this.member.goTo(pathname.split('/').slice(2).join('/') + hash);
  }

  /** Stops the move with "this was not me". */
  async stop(): Promise<void> {
    await this.member.button(this.words('port-out:stop')).click();
    await expect(this.member.heading(this.words('port-out:stopped'))).toBeVisible();
  }
}
