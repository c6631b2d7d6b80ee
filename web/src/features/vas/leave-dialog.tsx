import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type PurchasedService, unsubscribeService } from '@/api/gen-vas';
import { ErrorNotice } from '@/components/error-notice';
import { ModalDialog } from '@/components/modal-dialog';
import { useEffectCall } from '@/lib/session/use-effect-call';

interface Props {
  service: PurchasedService;
  onClose: () => void;
  onDone: () => unknown;
}

/** Confirms the end of a service: the payment is not refunded. */
export function LeaveDialog({ service: { id, name }, onClose, onDone }: Props) {
  const { t } = useTranslation('vas');
  const leave = useEffectCall<void, unknown>(
    ({ headers, ...call }) =>
      unsubscribeService({ ...call, headers: { ...headers, 'X-Api-Version': 'v3' }, body: { id } }),
    onDone,
  );
  return (
    <ModalDialog title={t('leave.title', { name })} onClose={onClose}>
      <div className="stack">
        <p style={{ margin: 0 }}>{t('leave.text')}</p>
        <ErrorNotice error={leave.error} />
        <Button variant="default" onClick={onClose}>
          {t('leave.keep')}
        </Button>
        <Button color="red" loading={leave.isPending} onClick={() => leave.mutate()}>
          {t('leave.confirm')}
        </Button>
      </div>
    </ModalDialog>
  );
}
