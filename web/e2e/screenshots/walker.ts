import type { Browser, Page } from '@playwright/test';
import type { Language } from '../../src/lib/text/language.ts';
import type { Customer } from '../support/customer.ts';
import type { Member } from '../support/member.ts';
import type { SignIn } from '../support/pages/sign-in.ts';
import type { Wizard } from '../support/pages/wizard.ts';
import type { Simulator } from '../support/simulator.ts';
import type { problemsIn, Words } from '../support/texts.ts';
import type { Studio } from './studio.ts';

/** The tools of a walk through an area of the site. */
export interface Walker {
  page: Page;
  browser: Browser;
  language: Language;
  words: Words;
  problems: ReturnType<typeof problemsIn>;
  wizard: Wizard;
  customer: Customer;
  member: Member;
  signIn: SignIn;
  simulator: Simulator;
  studio: Studio;
}

export type Walk = (walker: Walker) => Promise<void>;
