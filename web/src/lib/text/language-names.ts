import type { CommunicationPreferences } from '@/api/gen-session';

/** Each language is named in itself, so that its speakers recognise it. */
export const languageNames: Record<CommunicationPreferences['language'], string> = {
  ar: 'العربية',
  en: 'English',
  ur: 'اردو',
  hi: 'हिन्दी',
  bn: 'বাংলা',
  id: 'Bahasa Indonesia',
  ml: 'മലയാളം',
};
