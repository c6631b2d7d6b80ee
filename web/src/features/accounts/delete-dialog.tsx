import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { deleteSubscriber, type Subscriber } from '@/api/gen-session';
import { ErrorNotice } from '@/components/error-notice';
import { ModalDialog } from '@/components/modal-dialog';
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
  const giveUp = useEffectCall<void, unknown>((call) => deleteSubscriber({ ...call, path }), onDone);
  return (
    <ModalDialog title={t('deleting.title', { name: nameOfLine(line) })} onClose={onClose}>
      <div className="stack">
        <p style={{ margin: 0 }}>{t('deleting.text', { number: isolatedNumber(line.mobile_number) })}</p>
        <ErrorNotice error={giveUp.error} />
        <Button variant="default" onClick={onClose}>
          {t('deleting.keep')}
        </Button>
        <Button color="red" loading={giveUp.isPending} onClick={() => giveUp.mutate()}>
          {t('deleting.confirm')}
        </Button>
      </div>
    </ModalDialog>
  );
}
