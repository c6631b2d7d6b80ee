import { expect } from '@playwright/test';
import type { Wizard } from './wizard.ts';

/** Keeps the direction of a number inside Arabic. */
export const isolated = (number: string) => `\u2066${number}\u2069`;

/** The pages of an eSIM, with the customer's texts. */
export class EsimPages {
  constructor(private readonly wizard: Wizard) {}

  async choosePhone(words: string, name: string): Promise<void> {
    const { page, words: text } = this.wizard;
    await page.getByRole('searchbox', { name: text('device:search') }).fill(words);
    await page.getByRole('radio', { name, exact: true }).check();
  }

  get install() {
    return this.wizard.page.getByRole('region', { name: this.wizard.words('esim:install.title') });
  }

  /** Returns the code that the page shows for typing. */
  async code(): Promise<string> {
    const label = this.wizard.words('esim:install.code');
    const value = this.install.locator('div', { has: this.wizard.page.getByText(label, { exact: true }) });
    await expect(value.locator('bdi').last()).not.toBeEmpty();
    return (await value.locator('bdi').last().textContent()) ?? '';
  }
}
