import { useTranslation } from 'react-i18next';
import { type PurchasedVas, unsubscribeVas } from '@/api/gen-vas';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useLineType } from '@/lib/session/use-line-type';

interface Props {
  service: PurchasedVas;
  onClose: () => void;
  onDone: () => unknown;
}

/** Confirms the end of a service: the payment is not refunded. */
export function LeaveDialog({ service: { id, name }, onClose, onDone }: Props) {
  const { t } = useTranslation('vas');
  const billed = useLineType() === 'postpaid';
  const leave = useEffectCall<void, unknown>(
    ({ headers, ...call }) =>
      unsubscribeVas({ ...call, headers: { ...headers, 'X-Api-Version': 'v3' }, body: { id } }),
    onDone,
  );
  return (
    <ConfirmDialog
      title={t('leave.title', { name })}
      error={leave.error}
      busy={leave.isPending}
      keep={t('leave.keep')}
      confirm={t('leave.confirm')}
      onConfirm={() => leave.mutate()}
      onClose={onClose}
    >
      {t(billed ? 'leave.billedText' : 'leave.text')}
    </ConfirmDialog>
  );
}
