import { test } from '@playwright/test';
import type { Language } from '../../src/lib/text/language.ts';

const phone = {
  viewport: { width: 360, height: 800 },
  isMobile: true,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
};
const desktop = { viewport: { width: 1280, height: 800 } };

/** Each visitor has a language and a screen. */
export const visitors = [
  { name: 'en-phone', use: { language: 'en', ...phone } },
  { name: 'en-desktop', use: { language: 'en', ...desktop } },
  { name: 'ar-phone', use: { language: 'ar', ...phone } },
  { name: 'ar-desktop', use: { language: 'ar', ...desktop } },
] as const;

export type Visitor = (typeof visitors)[number]['name'];

/** Declares journeys for each visitor, if projects are not visitors; the table decides which of them run. */
export function forEachVisitor(declare: (language: Language) => void): void {
  for (const { name, use } of visitors) {
    test.describe(name, () => {
      test.use(use);
      declare(use.language);
    });
  }
}
