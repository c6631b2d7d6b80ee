import { expect, type Locator, type Page } from '@playwright/test';

const openers = 'header :is(summary, button[aria-expanded])';

/** A dialog counts as open once it is visible: its button changes a moment earlier. */
const isOpen = (opener: Locator) =>
  opener.evaluate((element) => {
    if (element.ariaHasPopup === 'dialog') {
      return document.querySelector('dialog[open]') !== null;
    }
    return element instanceof HTMLButtonElement
      ? element.ariaExpanded === 'true'
      : element.closest('details')?.open === true;
  });

const becomes = (opener: Locator, open: boolean) =>
  expect
    .poll(() => isOpen(opener), { timeout: 2_000 })
    .toBe(open)
    .then(
      () => true,
      () => false,
    );

/** Tells whether a menu has entries: the list of news may be empty. */
const hasEntries = (opener: Locator) =>
  opener.evaluate((element) => element.closest('details')?.querySelector('a[href], button') !== null);

/** Opens a menu, moves into it and leaves it, by keyboard. */
async function tryMenu(page: Page, opener: Locator): Promise<string[]> {
  await opener.focus();
  await page.keyboard.press('Enter');
  const opens = await becomes(opener, true);
  if (await hasEntries(opener)) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Escape');
  const closes = await becomes(opener, false);
  const faults = {
    'does not open': !opens,
    'stays open': !closes,
    'does not take the focus back': !(await opener.evaluate((element) => element === document.activeElement)),
  };
  return Object.entries(faults).flatMap(([fault, holds]) => (holds ? [fault] : []));
}

/** Lists the defects of the header's menus for a keyboard user. */
export async function leaveMenus(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const opener of await page.locator(openers).filter({ visible: true }).all()) {
    const name = (await opener.getAttribute('aria-label')) ?? (await opener.textContent());
    const faults = await tryMenu(page, opener);
    findings.push(...faults.map((fault) => `the menu “${name}” ${fault}`));
  }
  return findings;
}
