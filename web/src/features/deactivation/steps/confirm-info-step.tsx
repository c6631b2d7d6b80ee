import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LineToEnd } from '@/api/gen-lines';
import { useQuantityOfTime } from '../use-quantity-of-time';
import { StepHeading } from './step-heading';
import { WaysOn } from './ways-on';

interface Props {
  line: LineToEnd;
  onDone: () => void;
  onCancel: () => void;
}

/** confirm-info: the events with their times, and the owner's confirmation. */
export function ConfirmInfoStep({ line, onDone, onCancel }: Props) {
  const { t } = useTranslation('deactivation');
  const [agreed, setAgreed] = useState(false);
  const time = useQuantityOfTime();
  return (
    <>
      <StepHeading title={t('confirmInfo.title')} />
      <ul className="bullets">
        <li>{t('confirmInfo.undo', { time: time(line.undoSeconds) })}</li>
        <li>{t('confirmInfo.off')}</li>
        <li>{t('confirmInfo.account')}</li>
        <li>
          {line.fate === 'returned'
            ? t('confirmInfo.returned')
            : t('confirmInfo.quarantine', { time: time(line.quarantineSeconds) })}
        </li>
      </ul>
      <Checkbox
        size="md"
        checked={agreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
        label={t('confirmInfo.agree')}
      />
      <WaysOn next={t('confirmInfo.confirm')} disabled={!agreed} onNext={onDone} onCancel={onCancel} />
    </>
  );
}
