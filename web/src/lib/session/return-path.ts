import type { Language } from '@/lib/text/language';
import type { Session } from './state';

const parameter = 'from';

/** Only pages of this site: any other address may come from an attacker. */
const isOwnPage = (path: string | null): path is string =>
  path !== null && /^\/(en|ar)(\/(?![/\\])|$)/.test(path) && !path.includes('\\');

/** The sign-in page that leads back to where it was asked for; who is there already stays. */
export function loginPath(language: Language, from: string): string {
  const login = `/${language}/login`;
  return from.startsWith(login) ? from : `${login}?${new URLSearchParams({ [parameter]: from })}`;
}

/** Where to go after signing in. */
export function returnPath(search: string, language: Language): string {
  const from = new URLSearchParams(search).get(parameter);
  return isOwnPage(from) ? from : `/${language}/dashboard`;
}

export const consolePath = (language: Language): string => `/${language}/console`;

/** Who works for us has no pages of a line: the page of the console that was asked for, or its first one. */
export function staffPath(search: string, language: Language): string {
  const asked = returnPath(search, language);
  return /^\/(en|ar)\/console([/?]|$)/.test(asked) ? asked : consolePath(language);
}

/** Who has several lines chooses one first; who works for us has the console. */
export function afterSignIn({ status, subscribers }: Session, search: string, language: Language): string {
  if (status === 'staff') {
    return staffPath(search, language);
  }
  return subscribers.length > 1 ? `/${language}/select-account${search}` : returnPath(search, language);
}
