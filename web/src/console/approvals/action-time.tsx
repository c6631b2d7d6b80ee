import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

/** The time of an action, and the agent who did it. */
export function ActionTime({ at, children }: { at: string; children?: ReactNode }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  return (
    <>
      {children && <bdi>{children}</bdi>}
      {children && t('case.comma')}
      <time dateTime={at}>{dayAndTime(at, language)}</time>
    </>
  );
}
