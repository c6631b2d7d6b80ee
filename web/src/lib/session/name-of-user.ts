import type { CurrentUser } from '@/api/gen-session';
import type { Language } from '@/lib/text/language';

/** The customer's name in the language of the page: in Arabic letters if those are known. */
export const firstNameOf = (user: CurrentUser | undefined, language: Language): string =>
  (language === 'ar' && user?.first_name_ar) || user?.first_name || '';

/** First and last name, of one alphabet. */
export const fullNameOf = (user: CurrentUser | undefined, language: Language): string => {
  const names =
    language === 'ar' && user?.first_name_ar
      ? [user.first_name_ar, user.last_name_ar]
      : [user?.first_name, user?.last_name];
  return names.filter(Boolean).join(' ');
};
