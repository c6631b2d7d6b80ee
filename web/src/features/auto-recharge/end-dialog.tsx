import { useTranslation } from 'react-i18next';
import { endAutoRecharge } from '@/api/gen-purchases';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { useEffectCall } from '@/lib/session/use-effect-call';

interface Props {
  onClose: () => void;
  onDone: () => void;
}

/** Confirms the deletion of the auto-recharge. */
export function EndDialog({ onClose, onDone }: Props) {
  const { t } = useTranslation('auto-recharge');
  const end = useEffectCall<void, unknown>((call) => endAutoRecharge(call), onDone);
  return (
    <ConfirmDialog
      title={t('end.title')}
      error={end.error}
      busy={end.isPending}
      keep={t('end.keep')}
      confirm={t('end.confirm')}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      {t('end.text')}
    </ConfirmDialog>
  );
}
