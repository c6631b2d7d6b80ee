import type { Locator, Page } from '@playwright/test';
import { open, settle } from './opening.ts';

/** Buttons that may open a dialog and send nothing by themselves. */
const openers = 'main button[type=button]:not([disabled])';

/** Blocks all requests to the server from this page. */
export const sendNothing = (page: Page) =>
  page.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort('failed'),
  );

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Returns the defects of a dialog that a key opened, after Escape was pressed in it. */
async function leaveDialog(page: Page, dialog: Locator, opener: Locator): Promise<string[]> {
  const inside = await dialog.evaluate((element) => element.contains(document.activeElement));
  await page.keyboard.press('Escape');
  const gone = await dialog.waitFor({ state: 'hidden', timeout: 2_000 }).then(
    () => true,
    () => false,
  );
  const faults = {
    'does not take the focus': !inside,
    'stays when Escape is pressed': !gone,
    'does not give the focus back': gone && !(await hasFocus(opener)),
  };
  return Object.entries(faults).flatMap(([fault, holds]) => (holds ? [fault] : []));
}

async function tryOpener(page: Page, opener: Locator): Promise<string[]> {
  await opener.focus();
  await page.keyboard.press('Enter');
  await settle(page);
  const dialog = page.locator('dialog[open], [role=dialog]').first();
  return (await dialog.isVisible()) ? leaveDialog(page, dialog, opener) : [];
}

/** Presses a button of each name on a page with the keyboard, without requests to the server. */
export async function leaveDialogsOf(page: Page, address: string): Promise<string[]> {
  const names = new Set<string>();
  const findings: string[] = [];
  const count = await page.locator(openers).count();
  for (let index = 0; index < count; index++) {
    const opener = page.locator(openers).nth(index);
    const name = (await opener.count()) > 0 ? ((await opener.textContent()) ?? '') : '';
    if (name === '' || names.has(name) || !(await opener.isVisible())) {
      continue;
    }
    names.add(name);
    const faults = await tryOpener(page, opener);
    findings.push(...faults.map((fault) => `what “${name}” opens ${fault}`));
    await open(page, address);
  }
  return findings;
}
