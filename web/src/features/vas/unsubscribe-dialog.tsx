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
export function UnsubscribeDialog({ service: { id, name }, onClose, onDone }: Props) {
  const { t } = useTranslation('vas');
  const billed = useLineType() === 'postpaid';
  const unsubscribe = useEffectCall<void, unknown>(
    ({ headers, ...call }) =>
      unsubscribeVas({ ...call, headers: { ...headers, 'X-Api-Version': 'v3' }, body: { id } }),
    onDone,
  );
  return (
    <ConfirmDialog
      title={t('unsubscribe.title', { name })}
      error={unsubscribe.error}
      busy={unsubscribe.isPending}
      keep={t('unsubscribe.keep')}
      confirm={t('unsubscribe.confirm')}
      onConfirm={() => unsubscribe.mutate()}
      onClose={onClose}
    >
      {t(billed ? 'unsubscribe.billedText' : 'unsubscribe.text')}
    </ConfirmDialog>
  );
}
