import { expect, type Locator } from '@playwright/test';
import type { Language } from '../../../src/lib/text/language.ts';
import { Member } from '../member.ts';
import type { Simulator } from '../simulator.ts';
import type { Words } from '../texts.ts';
import { askUntilSent } from './sign-in.ts';
import type { Wizard } from './wizard.ts';

/** Seeded customers who give up their lines, one for each language. */
export const leavers = {
  en: { mobile: '0570000021', email: 'leaver@selfcare.example' },
  ar: { mobile: '0570000022', email: 'leaver2@selfcare.example' },
} as const;
const idNumber = '1077000063';

/** The page that ends a line. */
export class DeactivationPage {
  readonly member: Member;

  constructor(
    wizard: Wizard,
    private readonly words: Words,
    private readonly simulator: Simulator,
    readonly who: (typeof leavers)[Language] = leavers[wizard.language],
  ) {
    this.member = new Member(wizard.page, wizard.language, words, simulator);
  }

  open = () => this.member.signInAt('deactivate-number', this.who.email);

  /** The time in which the line can still be kept; codes have a separate countdown. */
  get timeLeft(): Locator {
    return this.member.page.getByRole('timer', { name: this.words('deactivation:underway.left') });
  }

  #next = () => this.member.button(this.words('deactivation:next')).click();

  async #giveCode(button: string): Promise<void> {
    const field = this.member.code;
    const code = await this.simulator.codeSentBy(this.who.mobile, () =>
      askUntilSent(field, () => this.member.button(button).click()),
    );
    await field.fill(code);
  }

  /** Ends a line, from account-info to the last code; `look` sees each step. */
  async giveUp(look: (step: string) => Promise<void> = async () => {}): Promise<void> {
    const { member, words } = this;
    const at = async (step: string) => {
      await expect(member.page.locator(`[data-step="${step}"]`)).toBeVisible();
      await look(step);
    };
    await at('account-info');
    await this.#next();
    await at('otp-step');
    await this.#giveCode(words('deactivation:otpStep.send'));
    await at('validate-id');
    await member.field(words('deactivation:validateId.id.label')).fill(idNumber);
    await member.button(words('deactivation:validateId.check')).click();
    await at('result');
    await this.#next();
    await at('confirm-info');
    await member.page.getByRole('checkbox').check();
    await member.button(words('deactivation:confirmInfo.confirm')).click();
    await at('reason-step');
    await member.page.getByRole('radio').last().check();
    await this.#next();
    await at('validate-otp');
    await this.#giveCode(words('deactivation:validateOtp.send'));
    await expect(this.timeLeft).toBeVisible();
  }

  keep = () => this.member.button(this.words('deactivation:underway.undo')).click();
}
