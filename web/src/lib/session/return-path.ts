import type { Language } from '@/lib/text/language';
import type { Session } from './state';

const parameter = 'from';

/** Only pages of this site: anything else in the address was put there by somebody else. */
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

/** Who has several lines chooses one first; who works for us has a page without lines. */
export function afterSignIn({ status, subscribers }: Session, search: string, language: Language): string {
  if (status === 'staff') {
    return `/${language}/second-factor`;
  }
  return subscribers.length > 1 ? `/${language}/select-account${search}` : returnPath(search, language);
}
