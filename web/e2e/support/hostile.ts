import { expect, type Locator, type Page } from '@playwright/test';
import { expectNoOverflow } from './looks.ts';

/**
 * Texts that would run as code, count as template syntax or break the layout if a page did not treat them as
 * text.
 */
export const hostileTexts = [
  `<script>window.harmed=1</script>`,
  `<img src=x onerror="window.harmed=1">' OR 1=1 --`,
  `"><svg onload=window.harmed=1>`,
  'javascript:window.harmed=1',
  `{{constructor.constructor("window.harmed=1")()}} $t(common:actions.home)`,
  '👩‍👩‍👧‍👦🇸🇦'.repeat(4),
  'W'.repeat(80),
] as const;

/** Characters that no page may show. Each page refuses them. */
export const unprintable = ['Olaya\u0000 9'] as const;

/** A mark that reverses the order of letters; the server drops it from typed text. */
export const turned = { typed: 'Olaya \u202Eexe.gnp', kept: 'Olaya exe.gnp' } as const;

/** A refusal of the server is part of the journey and no harm. */
const refusal = /Failed to load resource/;

/** Records the harmful effects in a page; the list stays empty on a good page. */
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

/** The texts without the long one, which a shorter input only cuts. */
const notOnlyLong = hostileTexts.filter((text) => !/^W+$/.test(text));

/** Checks that each text is refused at its field, without any other effect. */
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
