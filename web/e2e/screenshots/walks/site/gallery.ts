import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import type { Walker } from '../../walker.ts';

const web = join(import.meta.dirname, '../../../..');

/** As the files are called, but for the list of them. */
const areas = readdirSync(join(web, 'src/gallery/areas')).flatMap((file) =>
  file.endsWith('.tsx') ? [file.replace('.tsx', '')] : [],
);

/** The gallery is no page of the site: the development server has it. */
async function developmentServer() {
  const server = await createServer({ root: web, logLevel: 'warn', server: { port: 0, hmr: false } });
  await server.listen();
  return server;
}

/** Every part in every state, an area a picture; what lies over a page by itself. */
export async function walkGallery({ page, language, studio }: Walker): Promise<void> {
  const server = await developmentServer();
  const [address] = server.resolvedUrls?.local ?? [];
  try {
    for (const area of areas) {
      await page.goto(`${address}gallery.html?language=${language}&area=${area}`);
      await page.getByRole('main').waitFor();
      await page.waitForLoadState('networkidle');
      await studio.shoot(area);
      for (const opener of await page.locator('[data-opens]').all()) {
        await opener.click();
        await page.getByRole('dialog').waitFor();
        await studio.shoot(`${area}-${await opener.getAttribute('data-opens')}`);
        await page.keyboard.press('Escape');
      }
    }
  } finally {
    await server.close();
  }
}
