import { expect, type Locator, type Page } from '@playwright/test';
import { expectNoOverflow } from './looks.ts';

/** Texts that would run as code, count as template words or break the layout if they were taken for more than text. */
export const hostileTexts = [
  `<script>window.harmed=1</script>`,
  `<img src=x onerror="window.harmed=1">' OR 1=1 --`,
  `"><svg onload=window.harmed=1>`,
  'javascript:window.harmed=1',
  `{{constructor.constructor("window.harmed=1")()}} $t(common:actions.home)`,
  '👩‍👩‍👧‍👦🇸🇦'.repeat(4),
  'W'.repeat(80),
] as const;

/** Marks that turn the text after them round, and what ends it elsewhere: no page shows them. */
export const unprintable = ['Olaya\u0000 9'] as const;

/** A mark that turns the order of letters; it is dropped from what is typed. */
export const turned = { typed: 'Olaya \u202Eexe.gnp', kept: 'Olaya exe.gnp' } as const;

/** An answer that says no is part of the journey, and of no harm. */
const refusal = /Failed to load resource/;

/** What a page does that it should not; empty while it stays calm. */
export function watchHarm(page: Page): string[] {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !refusal.test(message.text())) {
      seen.push(`console: ${message.text()}`);
    }
  });
  return seen;
}

export async function expectCalm(page: Page, seen: readonly string[]): Promise<void> {
  expect(await page.evaluate(() => 'harmed' in window), 'a text was run').toBe(false);
  expect(seen, 'dialogs and errors').toEqual([]);
}

/** The long one is only long: an input that takes less cuts it. */
const notOnlyLong = hostileTexts.filter((text) => !/^W+$/.test(text));

/** Each is refused at its field, without any other effect. */
export async function expectRefused(
  field: Locator,
  send: () => Promise<unknown>,
  seen: readonly string[],
): Promise<void> {
  for (const text of notOnlyLong) {
    await field.fill(text);
    await send();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expectNoOverflow(field.page());
    await expectCalm(field.page(), seen);
  }
}
