import { useTranslation } from 'react-i18next';
import type { LineToEnd } from '@/api/gen-lines';
import { Notice } from '@/components/notice';
import { Losses } from '../losses';
import { StepHeading } from './step-heading';
import { WaysOn } from './ways-on';

interface Props {
  line: LineToEnd;
  onDone: () => void;
  onCancel: () => void;
}

/** result: the line may end; the step shows the final amount. */
export function ResultStep({ line, onDone, onCancel }: Props) {
  const { t } = useTranslation('deactivation');
  return (
    <>
      <StepHeading title={t('result.title')}>{t('result.text')}</StepHeading>
      <Losses line={line} />
      {line.leaving.cost > 0 && (
        <Notice tone="warning">{t('result.commitment', { count: line.leaving.months })}</Notice>
      )}
      {line.scheduledPlan && <p>{t('result.switch', { plan: line.scheduledPlan })}</p>}
      <WaysOn next={t('next')} onNext={onDone} onCancel={onCancel} />
    </>
  );
}
