import { expect, type Page } from '@playwright/test';
import { painted } from './looks.ts';

/** Phones of this width are common in shops in Saudi Arabia. */
const phone = { width: 360, height: 800 };

/** Returns the innermost elements that overflow the screen, except inside a box that scrolls. */
function besideTheScreen(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) {
    return [];
  }
  const scrolls = (part: Element) => getComputedStyle(part).overflowX !== 'visible';
  const isInside = (part: Element): boolean =>
    part.parentElement !== null &&
    part.parentElement !== document.body &&
    (scrolls(part.parentElement) || isInside(part.parentElement));
  const out = [...document.body.querySelectorAll('*')].filter((part) => {
    const { left, right, width } = part.getBoundingClientRect();
    return width > 1 && (right > clientWidth + 1 || left < -1) && part.checkVisibility() && !isInside(part);
  });
  const innermost = out.filter((part) => !out.some((other) => other !== part && part.contains(other)));
  const named = innermost.map(
    (part) => `${part.tagName}.${part.classList} "${part.textContent?.slice(0, 30)}"`,
  );
  return [`${scrollWidth} px wide`, ...named.slice(0, 6)];
}

/** Checks a phone with doubled text size (WCAG 1.4.4): nothing scrolls sideways. */
export async function expectRoomForLargeText(page: Page): Promise<void> {
  const usual = page.viewportSize() ?? phone;
  await page.setViewportSize(phone);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await painted(page);
  await expect
    .poll(() => page.evaluate(besideTheScreen), {
      message: `text of twice its size, ${page.url()}`,
      timeout: 3_000,
    })
    .toEqual([]);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize(usual);
}
