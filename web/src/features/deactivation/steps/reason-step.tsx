import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeactivationReason } from '@/api/gen-lines';
import { listDeactivationReasonsOptions } from '@/api/gen-lines/@tanstack/react-query.gen';
import { RadioCards } from '@/components/choice/radio-cards';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { useLineCall } from '@/lib/session/use-line-call';
import { StepHeading } from './step-heading';
import { WaysOn } from './ways-on';

interface Props {
  value: DeactivationReason | undefined;
  onChange: (reason: DeactivationReason) => void;
  onDone: () => void;
  onCancel: () => void;
}

/** reason-step: the reason (Choose_Reason). */
export function ReasonStep({ value, onChange, onDone, onCancel }: Props) {
  const { t } = useTranslation('deactivation');
  const [missing, setMissing] = useState(false);
  const { data, error, isPending, refetch } = useQuery(listDeactivationReasonsOptions(useLineCall()));
  return (
    <>
      <StepHeading title={t('reasonStep.title')} />
      {isPending && <Loading lines={5} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {data && (
        <>
          <RadioCards
            legend={t('reasonStep.legend')}
            name="Choose_Reason"
            value={value}
            cards={data.data.map(({ reasonKey, text }) => ({ value: reasonKey, title: text }))}
            error={missing && !value ? t('reasonStep.missing') : undefined}
            onChange={onChange}
          />
          <WaysOn next={t('next')} onNext={value ? onDone : () => setMissing(true)} onCancel={onCancel} />
        </>
      )}
    </>
  );
}
