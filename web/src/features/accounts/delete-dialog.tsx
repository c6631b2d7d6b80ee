import { useTranslation } from 'react-i18next';
import { deleteSubscriber, type Subscriber } from '@/api/gen-session';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { isolatedNumber, nameOfLine } from '@/lib/session/line-name';
import { useEffectCall } from '@/lib/session/use-effect-call';

interface Props {
  line: Subscriber;
  onClose: () => void;
  onDone: () => void;
}

/** Confirms the removal of a sub-account. */
export function DeleteDialog({ line, onClose, onDone }: Props) {
  const { t } = useTranslation('accounts');
  const path = { subscriptionId: line.subscription_id };
  const remove = useEffectCall<void, unknown>((call) => deleteSubscriber({ ...call, path }), onDone);
  return (
    <ConfirmDialog
      title={t('deleting.title', { name: nameOfLine(line) })}
      error={remove.error}
      busy={remove.isPending}
      keep={t('deleting.keep')}
      confirm={t('deleting.confirm')}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t('deleting.text', { number: isolatedNumber(line.mobile_number) })}
    </ConfirmDialog>
  );
}
