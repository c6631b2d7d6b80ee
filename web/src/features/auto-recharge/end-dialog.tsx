import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { endAutoRecharge } from '@/api/gen-purchases';
import { ErrorNotice } from '@/components/error-notice';
import { ModalDialog } from '@/components/modal-dialog';
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
    <ModalDialog title={t('end.title')} onClose={onClose}>
      <div className="stack">
        <p style={{ margin: 0 }}>{t('end.text')}</p>
        <ErrorNotice error={end.error} />
        <Button variant="default" onClick={onClose}>
          {t('end.keep')}
        </Button>
        <Button color="red" loading={end.isPending} onClick={() => end.mutate()}>
          {t('end.confirm')}
        </Button>
      </div>
    </ModalDialog>
  );
}
