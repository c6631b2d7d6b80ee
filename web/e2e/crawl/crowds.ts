import type { Page } from '@playwright/test';
import type { Language } from '../../src/lib/text/language.ts';
import { Member } from '../support/member.ts';
import type { Simulator } from '../support/simulator.ts';
import { openConsole } from '../support/staff.ts';
import type { Words } from '../support/texts.ts';
import type { Crowd } from './pages.ts';

interface Visit {
  page: Page;
  language: Language;
  words: Words;
  simulator: Simulator;
}

export interface Visitor extends Crowd {
  /** The start page of the crawl. */
  home: string;
  /** Signs in if needed, and opens a page that links to the others. */
  enter: (visit: Visit) => Promise<void>;
}

const memberOf = ({ page, language, words, simulator }: Visit) =>
  new Member(page, language, words, simulator);

const owner = (email: string) => async (visit: Visit) => memberOf(visit).signInAt('dashboard', email);

/** Pages that differ for a postpaid customer. */
const ofThePlan = [
  'dashboard',
  'my-plan',
  'credit-limit',
  'myBills',
  'recharge',
  'services',
  'bundles',
  'history',
];

/**
 * The visitors of the crawl. The seeded customers among them change nothing in any journey, or nothing that
 * other pages show.
 */
export const crowds = {
  guest: {
    home: '',
    opens: ({ requiresSignIn, permission }) => !requiresSignIn && !permission,
    enter: async ({ page, language }) => {
      await page.goto(`/${language}/`);
    },
  },
  prepaid: {
    home: 'dashboard',
    opens: ({ key, requiresSignIn }) => requiresSignIn && key !== 'myBills',
    enter: owner('caller2@selfcare.example'),
  },
  postpaid: {
    home: 'dashboard',
    opens: ({ key }) => ofThePlan.includes(key),
    enter: owner('payer2@selfcare.example'),
  },
  support: {
    home: 'console',
    opens: () => false,
    console: true,
    enter: async (visit) => openConsole(memberOf(visit), 'support@selfcare.example'),
  },
} as const satisfies Record<string, Visitor>;
