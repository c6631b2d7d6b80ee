import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '@/components/error-notice';
import { ModalDialog } from '@/components/modal-dialog';

interface Props {
  /** The group of texts for the question. */
  about: 'ending' | 'endingOthers';
  device?: string | undefined;
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation, and says which sign-ins stay. */
export function EndDialog({ about, device, busy, error, onConfirm, onClose }: Props) {
  const { t } = useTranslation('sessions');
  return (
    <ModalDialog title={t(`${about}.title`, { device })} onClose={onClose}>
      <div className="stack">
        <p style={{ margin: 0 }}>{t(`${about}.text`)}</p>
        <ErrorNotice error={error} />
        <Button variant="default" onClick={onClose}>
          {t(`${about}.keep`)}
        </Button>
        <Button color="red" loading={busy} onClick={onConfirm}>
          {t(`${about}.confirm`)}
        </Button>
      </div>
    </ModalDialog>
  );
}
