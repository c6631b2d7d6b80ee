import { useTranslation } from 'react-i18next';
import type { NextStep as Next } from '@/api/gen-bills';
import { Notice } from '@/components/notice';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

const warns = (step: Next['step']): boolean => step !== 'notice' && step !== 'last-notice';

/** The next dunning step and its time; a reminder that is already due is being sent. */
export function NextStep({ next: { step, at } }: { next: Next }) {
  const { t } = useTranslation('bills');
  const language = useLanguage();
  if (!warns(step) && Date.parse(at) <= Date.now()) {
    return null;
  }
  return (
    <Notice tone={warns(step) ? 'warning' : 'info'}>{t(`step.${step}`, { day: day(at, language) })}</Notice>
  );
}
