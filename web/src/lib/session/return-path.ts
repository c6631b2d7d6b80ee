import type { Language } from '@/lib/text/language';
import type { Session } from './state';

const parameter = 'from';

/** Accepts only pages of this site: another address may come from an attacker. */
const isOwnPage = (path: string | null): path is string =>
  path !== null && /^\/(en|ar)(\/(?![/\\])|$)/.test(path) && !path.includes('\\');

/**
 * Returns the sign-in page, with the address to return to. A visitor who is already on a sign-in page keeps
 * the address.
 */
export function loginPath(language: Language, from: string): string {
  const login = `/${language}/login`;
  return from.startsWith(login) ? from : `${login}?${new URLSearchParams({ [parameter]: from })}`;
}

/** Returns the page to show after the sign-in. */
export function returnPath(search: string, language: Language): string {
  const from = new URLSearchParams(search).get(parameter);
  return isOwnPage(from) ? from : `/${language}/dashboard`;
}

export const consolePath = (language: Language): string => `/${language}/console`;

/**
 * Returns the first page of a staff member: the requested page of the console, else the start of the console.
 */
export function staffPath(search: string, language: Language): string {
  const asked = returnPath(search, language);
  return /^\/(en|ar)\/console([/?]|$)/.test(asked) ? asked : consolePath(language);
}

/**
 * Returns the first page after a sign-in. A customer with several lines chooses a line first; a staff member
 * gets the console.
 */
export function afterSignIn({ status, subscribers }: Session, search: string, language: Language): string {
  if (status === 'staff') {
    return staffPath(search, language);
  }
  return subscribers.length > 1 ? `/${language}/select-account${search}` : returnPath(search, language);
}
