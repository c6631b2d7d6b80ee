import type { Page } from '@playwright/test';

/** Skeletons, which a page shows while it loads. */
const coming = '[aria-busy=true]:not(button)';

/** An address must stay this long before it counts as the final page, because some pages redirect. */
const still = 150;

/** Waits until the page and its answers have loaded, and it reacts to keys and pointer. */
export async function settle(page: Page): Promise<void> {
  const hasCome = ({ waiting, wait }: { waiting: string; wait: number }) => {
    const { dataset } = document.documentElement;
    const come = 'alive' in dataset && document.querySelector('h1') && !document.querySelector(waiting);
    const since = `${location.href} ${document.querySelector('h1')?.textContent}`;
    if (!come || dataset.still?.split('|')[0] !== since) {
      dataset.still = `${since}|${Date.now()}`;
      return false;
    }
    return Date.now() - Number(dataset.still.split('|').at(-1)) >= wait;
  };
  await page.waitForFunction(hasCome, { waiting: coming, wait: still }, { timeout: 15_000 });
}

export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await settle(page);
}

/** Returns the address without host, decoded. */
export const readable = (url: string): string => {
  const { pathname, search, hash } = new URL(url);
  return decodeURI(pathname) + decodeURIComponent(search) + hash;
};
