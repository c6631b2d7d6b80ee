import type { CurrentUser } from '@/api/gen-session';
import type { Language } from '@/lib/text/language';

/** Returns the customer's first name in the language of the page: in Arabic letters if they are known. */
export const firstNameOf = (user: CurrentUser | undefined, language: Language): string =>
  (language === 'ar' && user?.first_name_ar) || user?.first_name || '';

/** Returns the first and last name in the same alphabet. */
export const fullNameOf = (user: CurrentUser | undefined, language: Language): string => {
  const names =
    language === 'ar' && user?.first_name_ar
      ? [user.first_name_ar, user.last_name_ar]
      : [user?.first_name, user?.last_name];
  return names.filter(Boolean).join(' ');
};
