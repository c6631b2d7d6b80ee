import type { Page } from '@playwright/test';
import type { BulkConfiguration } from '../../src/api/gen-site/index.ts';

const block = /(<script type="application\/json" id="configuration"[^>]*>)(.*?)(<\/script>)/s;

const root = /<div id="root">.*<\/div>(?=\s*<noscript>)/s;

/** Gives this browser other content than the published content of the server. */
export async function pretendContent(page: Page, change: Partial<BulkConfiguration>): Promise<void> {
  await page.route(
    (url) => /^\/(en|ar)(\/|$)/.test(url.pathname),
    async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      const body = text.replace(block, (_whole, start: string, content: string, end: string) => {
        const changed = JSON.stringify({ ...JSON.parse(content), ...change });
        return start + changed.replaceAll('<', '\\u003c') + end;
      });
      // The prerendered HTML contains the published content, so it is removed.
      await route.fulfill({ response, body: body.replace(root, '<div id="root"></div>') });
    },
  );
}

export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
