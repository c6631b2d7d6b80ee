import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Language } from '../../src/lib/text/language.ts';
import { expectNoOverflow, painted } from '../support/looks.ts';

const sizes = { phone: 360, desktop: 1280 } as const;
type Size = keyof typeof sizes;
const everySize: Size[] = ['phone', 'desktop'];
const schemes = ['light', 'dark'] as const;
const height = 800;

/**
 * Takes a picture of each page as customers see it: on a phone and a wide screen, in light and dark colours.
 */
export class Studio {
  #count = 0;

  constructor(
    private readonly page: Page,
    private readonly language: Language,
    private readonly area: string,
  ) {}

  /** Takes pictures of the present page on the given screens; checks that nothing overflows sideways. */
  async shoot(name: string, page = this.page, screens: readonly Size[] = everySize): Promise<void> {
    this.#count += 1;
    const folder = join(process.env.SCREENS_DIR ?? '', this.area);
    await mkdir(folder, { recursive: true });
    for (const size of screens) {
      await page.setViewportSize({ width: sizes[size], height });
      await page.evaluate(() => scrollTo(0, 0));
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await painted(page);
        const file = `${String(this.#count).padStart(2, '0')}-${name}-${size}-${this.language}-${colorScheme}.png`;
        await page.screenshot({ path: join(folder, file), fullPage: true, animations: 'disabled' });
      }
      await expectNoOverflow(page);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
}
