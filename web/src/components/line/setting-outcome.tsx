import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { NumberSettingChange, NumberSettings } from '@/api/gen-lines';
import { Notice } from '@/components/notice';
import { countryName } from '@/lib/text/country-names';
import { useLanguage } from '@/lib/text/use-language';
import { useRefreshedLists } from './number-settings';

/** Returns the text that names the subject of a change. */
function useSubject() {
  const { t } = useTranslation('number-settings');
  const language = useLanguage();
  return ({ kind, item }: NumberSettingChange): string => {
    switch (kind) {
      case 'service':
        return t(`services.${item as 'gprs' | 'roaming' | 'missed_call' | 'voicemail'}.title`);
      case 'number':
        return `\u2066+${item}\u2069`;
      case 'country':
        return countryName(item, language);
      default:
        return t(`${kind}.title`);
    }
  };
}

interface Props {
  settings: NumberSettings;
  /** The change that had ended before the page was opened. */
  before: string | undefined;
}

/** The state of the last change: pending in the network, applied, or refused without effect. */
export function SettingOutcome({ settings: { change, obstacle }, before }: Props) {
  const { t } = useTranslation('number-settings');
  const subject = useSubject();
  const refresh = useRef(useRefreshedLists());
  // A change may be complete before the page has shown it as pending.
  const over = change?.stage === 'done' ? change.id : undefined;
  useEffect(() => {
    if (over !== undefined) {
      void refresh.current();
    }
  }, [over]);
  if (obstacle) {
    return (
      <Notice tone="warning" title={t('obstacle')}>
        {obstacle.message}
      </Notice>
    );
  }
  if (!change || change.id === before) {
    return null;
  }
  const what = subject(change);
  switch (change.stage) {
    case 'pending':
      return <Notice title={t('change.pending', { what })}>{t('change.pendingText')}</Notice>;
    case 'refused':
      return (
        <Notice tone="negative" title={t('change.refused', { what })}>
          {change.refusal?.message}
        </Notice>
      );
    default:
      return <Notice tone="positive" title={t('change.done', { what })} />;
  }
}
