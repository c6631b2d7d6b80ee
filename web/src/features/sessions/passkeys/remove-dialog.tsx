import { useTranslation } from 'react-i18next';
import { type Passkey, removePasskey } from '@/api/gen-session';
import { ConfirmDialog } from '@/components/confirm-dialog';
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
    <ConfirmDialog
      title={t('removing.title', { name: passkey.name })}
      error={remove.error}
      busy={remove.isPending}
      keep={t('removing.keep')}
      confirm={t('removing.confirm')}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t('removing.text')}
    </ConfirmDialog>
  );
}
