import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '@/lib/http/use-online';
import { locales } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

const minuteMs = 60_000;

/** Returns an age in words: minutes, or hours from an hour on. */
function inWords(ageMs: number, locale: string): string {
  const minutes = Math.max(1, Math.floor(ageMs / minuteMs));
  const format = new Intl.RelativeTimeFormat(locale);
  return minutes < 60 ? format.format(-minutes, 'minute') : format.format(-Math.floor(minutes / 60), 'hour');
}

/** The age of the answer that the page shows, as long as the browser has no connection. */
export function LastSeen({ of }: { of: QueryKey }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const online = useOnline();
  const at = useQueryClient().getQueryState(of)?.dataUpdatedAt;
  const [, growOlder] = useReducer((age: number) => age + 1, 0);
  useEffect(() => {
    const timer = setInterval(growOlder, minuteMs / 2);
    return () => clearInterval(timer);
  }, []);
  return !online && at ? (
    <p className="dimmed">{t('lastSeen', { age: inWords(Date.now() - at, locales[language]) })}</p>
  ) : null;
}
