import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Deactivation } from '@/api/gen-lines';
import { ErrorNotice } from '@/components/error-notice';
import { Msisdn } from '@/components/ltr';
import { Notice } from '@/components/notice';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { TimeLeft } from './time-left';

interface Props {
  deactivation: Deactivation;
  undo: { mutate: () => void; isPending: boolean; error: unknown };
  onTimeOver: () => unknown;
}

/** A requested deactivation: the deadline to cancel it, and the button that cancels it. */
export function Underway({ deactivation, undo, onTimeOver }: Props) {
  const { t } = useTranslation('deactivation');
  const language = useLanguage();
  const { stage, undoUntil, droppedPlan, msisdn } = deactivation;
  if (stage === 'ending' || !undoUntil) {
    return (
      <Notice tone="warning" title={t('ending.title')}>
        {t('ending.text')}
      </Notice>
    );
  }
  return (
    <div className="stack form">
      <Notice tone="warning" title={t('underway.title', { until: dayAndTime(undoUntil, language) })}>
        <p>
          <Msisdn value={msisdn} /> {t('underway.works')}
        </p>
        {droppedPlan && <p>{t('underway.dropped', { plan: droppedPlan })}</p>}
      </Notice>
      <TimeLeft until={undoUntil} onOver={onTimeOver} />
      <p>{t('underway.change')}</p>
      <ErrorNotice error={undo.error} />
      <Button size="lg" className="primary-action" loading={undo.isPending} onClick={() => undo.mutate()}>
        {t('underway.undo')}
      </Button>
    </div>
  );
}
