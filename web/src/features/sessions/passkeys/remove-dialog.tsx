import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Passkey, removePasskey } from '@/api/gen-session';
import { ErrorNotice } from '@/components/error-notice';
import { ModalDialog } from '@/components/modal-dialog';
import { forgetPasskey } from '@/lib/passkey/browser';
import { useEffectCall } from '@/lib/session/use-effect-call';

interface Props {
  passkey: Passkey;
  onClose: () => void;
  onDone: () => unknown;
}

/** Asks for confirmation, and says what stays. */
export function RemoveDialog({ passkey, onClose, onDone }: Props) {
  const { t } = useTranslation('passkeys');
  const remove = useEffectCall<void, unknown>(
    (call) => removePasskey({ ...call, path: { passkeyId: passkey.id } }),
    () => {
      forgetPasskey(passkey.id);
      return onDone();
    },
  );
  return (
    <ModalDialog title={t('removing.title', { name: passkey.name })} onClose={onClose}>
      <div className="stack">
        <p style={{ margin: 0 }}>{t('removing.text')}</p>
        <ErrorNotice error={remove.error} />
        <Button variant="default" onClick={onClose}>
          {t('removing.keep')}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('removing.confirm')}
        </Button>
      </div>
    </ModalDialog>
  );
}
