import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import type { Walker } from '../../walker.ts';

const web = join(import.meta.dirname, '../../../..');

/** The areas, with the names of their files; index.ts is only their list. */
const areas = readdirSync(join(web, 'src/gallery/areas')).flatMap((file) =>
  file.endsWith('.tsx') ? [file.replace('.tsx', '')] : [],
);

/** Starts the development server, which serves the gallery: the gallery is no page of the site. */
async function developmentServer() {
  const server = await createServer({ root: web, logLevel: 'warn', server: { port: 0, hmr: false } });
  await server.listen();
  return server;
}

/**
 * Each component in each state, an area in a picture; components that cover a page have their own pictures.
 */
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
