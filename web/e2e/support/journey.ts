import { test as base, expect, type PlaywrightTestArgs } from '@playwright/test';
import type { Language } from '../../src/lib/text/language.ts';
import { Customer } from './customer.ts';
import { SignIn } from './pages/sign-in.ts';
import { Wizard } from './pages/wizard.ts';
import { Simulator } from './simulator.ts';
import { problemsIn, type Words, wordsIn } from './texts.ts';

export interface Speaker {
  language: Language;
}

interface Tools {
  words: Words;
  problems: ReturnType<typeof problemsIn>;
  wizard: Wizard;
  customer: Customer;
  simulator: Simulator;
  signIn: SignIn;
}

/** The tools of a journey. */
export type Journey = PlaywrightTestArgs & Speaker & Tools;

export const test = base.extend<Speaker & Tools & { policy: undefined }>({
  // Each journey fails if a page breaks the content policy, for example with a style that a script writes, or if React
  // replaces what the server sent (errors 418 to 425 of React).
  policy: [
    async ({ context }, use) => {
      const broken: string[] = [];
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) {
          broken.push(`${message.page()?.url()}: ${message.text()}`);
        }
      });
      context.on('weberror', (problem) => {
        const { message } = problem.error();
        if (/React error #4[12]\d/.test(message)) {
          broken.push(`${problem.page()?.url()}: ${message}`);
        }
      });
      await use(undefined);
      expect(broken).toEqual([]);
    },
    { auto: true },
  ],
  language: ['en', { option: true }],
  words: async ({ language }, use) => use(wordsIn(language)),
  problems: async ({ language }, use) => use(problemsIn(language)),
  wizard: async ({ page, language, words }, use) => use(new Wizard(page, language, words)),
  customer: async ({ request, language }, use) => use(new Customer(request, language)),
  simulator: async ({ request }, use) => use(new Simulator(request)),
  signIn: async ({ page, language, words, simulator }, use) =>
    use(new SignIn(page, language, words, simulator)),
});

export { expect };
