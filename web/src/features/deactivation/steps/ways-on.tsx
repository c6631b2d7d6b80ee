import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  onNext: () => unknown;
  next: string;
  busy?: boolean;
  disabled?: boolean;
  /** Returns to the start: the line is kept. */
  onCancel?: (() => void) | undefined;
}

/** The buttons to continue or to cancel. */
export function WaysOn({ onNext, next, busy = false, disabled = false, onCancel }: Props) {
  const { t } = useTranslation('deactivation');
  return (
    <>
      <Button
        size="lg"
        className="primary-action"
        loading={busy}
        disabled={disabled}
        onClick={() => onNext()}
      >
        {next}
      </Button>
      {onCancel && (
        <Button variant="default" className="primary-action" onClick={onCancel}>
          {t('keep')}
        </Button>
      )}
    </>
  );
}
