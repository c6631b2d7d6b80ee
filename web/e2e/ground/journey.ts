import { test as base } from '@playwright/test';
import type { Language } from '../../src/lib/language.ts';
import { Customer } from './customer.ts';
import { SignIn } from './sign-in.ts';
import { Simulator } from './simulator.ts';
import { problemsIn, type Words, wordsIn } from './texts.ts';
import { Wizard } from './wizard.ts';

export interface Visitor {
  language: Language;
}

interface Journey {
  words: Words;
  problems: ReturnType<typeof problemsIn>;
  wizard: Wizard;
  customer: Customer;
  simulator: Simulator;
  signIn: SignIn;
}

export const test = base.extend<Visitor & Journey>({
  language: ['en', { option: true }],
  words: async ({ language }, use) => use(wordsIn(language)),
  problems: async ({ language }, use) => use(problemsIn(language)),
  wizard: async ({ page, language, words }, use) => use(new Wizard(page, language, words)),
  customer: async ({ request, language }, use) => use(new Customer(request, language)),
  simulator: async ({ request }, use) => use(new Simulator(request)),
  signIn: async ({ page, language, words, simulator }, use) =>
    use(new SignIn(page, language, words, simulator)),
});

export { expect } from '@playwright/test';
