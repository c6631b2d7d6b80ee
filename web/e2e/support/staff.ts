import { type APIRequestContext, expect } from '@playwright/test';
import { timeCode } from './authenticator.ts';
import { type Member, seededPassword } from './member.ts';
import { keepSession, openSession } from './session.ts';

/** Seeded staff members whom journeys share. */
const staff = [
  'support',
  'supervisor',
  'asker',
  'approver',
  'proposer',
  'reviewer',
  'dispatcher',
  'operator',
] as const;

const emailOf = (name: string) => `${name}@selfcare.example`;

const shared = 'SELFCARE_STAFF';

async function signOneIn(request: APIRequestContext, email: string): Promise<string> {
  const token = await openSession(request, email, seededPassword);
  const prove = async (ahead: number) =>
    request.post('/api/users/current/second-factor/proof', {
      headers: { Authorization: `Bearer ${token}` },
      data: { code: timeCode(undefined, ahead) },
    });
  // A run that has just ended may have used the present code; the next code is already valid.
  const first = await prove(0);
  const last = first.ok() ? first : await prove(1);
  expect(last.ok(), await last.text()).toBe(true);
  return token;
}

/**
 * Signs the staff in before a run: a code of an authenticator app works once, so all journeys share the
 * sessions.
 */
export async function signStaffIn(request: APIRequestContext): Promise<void> {
  const tokens = await Promise.all(
    staff.map(async (name) => [emailOf(name), await signOneIn(request, emailOf(name))] as const),
  );
  process.env[shared] = JSON.stringify(Object.fromEntries(tokens));
}

/** Returns the session of a staff member. */
export function tokenOf(email: string): string {
  const token = JSON.parse(process.env[shared] ?? '{}')[email];
  expect(token, `the set-up of the run signs ${email} in`).toBeTruthy();
  return token;
}

/** Opens a page of the console for a staff member. */
export async function openConsole(member: Member, email: string, path = 'console'): Promise<void> {
  const { words, page } = member;
  await keepSession(page, tokenOf(email));
  await member.goTo(path);
  const pages = page.getByRole('navigation', { name: words('console:frame.pages') });
  // The console has no pages for another role.
  await expect(pages.or(member.heading(words('console:frame.closed')))).toBeVisible();
}
