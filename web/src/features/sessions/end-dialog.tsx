import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '@/components/confirm-dialog';

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
    <ConfirmDialog
      title={t(`${about}.title`, { device })}
      error={error}
      busy={busy}
      keep={t(`${about}.keep`)}
      confirm={t(`${about}.confirm`)}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t(`${about}.text`)}
    </ConfirmDialog>
  );
}
