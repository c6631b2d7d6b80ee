import { useTranslation } from 'react-i18next';
import type { UserSession } from '@/api/gen-session';
import { day, timeOfDay } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

type Device = Pick<UserSession, 'browser' | 'system'>;

/** Returns the texts for a device and a time. */
export function useSessionWords() {
  const { t } = useTranslation('sessions');
  const language = useLanguage();
  return {
    device: ({ browser, system }: Device): string =>
      [browser, system].filter(Boolean).join(' · ') || t('unknownDevice'),
    moment: (iso: string): string => t('at', { day: day(iso, language), time: timeOfDay(iso, language) }),
  };
}
