import { expect } from '@playwright/test';
import { timeCode } from './authenticator.ts';
import { type Member, seededPassword } from './member.ts';

/**
 * Somebody who works for us comes to a page of the console. A code counts once: where another journey has just used it,
 * the next one is given, and after that the one of the next half minute.
 */
export async function openConsole(member: Member, email: string, path = 'console'): Promise<void> {
  const { words, page } = member;
  await member.goTo(path);
  await member.signIn(email, seededPassword);
  const code = member.field(words('second-factor:prove.code'));
  const pages = page.getByRole('navigation', { name: words('console:frame.pages') });
  const inside = pages.or(member.heading(words('console:frame.closed'))); // there are no pages for who has another role
  let ahead = 0;
  await expect(async () => {
    if (!(await inside.isVisible())) {
      await code.fill(timeCode(undefined, ahead));
      ahead = 1 - ahead;
      await member.button(words('second-factor:prove.submit')).click();
    }
    await expect(inside).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 90_000, intervals: [500, 20_000] });
}
