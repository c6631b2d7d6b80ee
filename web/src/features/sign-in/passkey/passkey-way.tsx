import { useTranslation } from 'react-i18next';
import { PasskeyTrouble } from '@/components/passkey/passkey-trouble';
import { SecondaryButton } from '@/components/primary-action';
import { PasskeyStopped } from '@/lib/passkey/browser';
import Refusal from '../refusal';
import { usePasskeyWay } from './use-passkey-way';

/** A sign-in with a face, a finger or a PIN. */
export function PasskeyWay() {
  const { t } = useTranslation('passkeys');
  const { busy, error, sign } = usePasskeyWay();
  return (
    <>
      <SecondaryButton busy={busy} onClick={() => void sign()}>
        {t('signIn')}
      </SecondaryButton>
      {error instanceof PasskeyStopped && <PasskeyTrouble error={error} />}
      {Boolean(error) && !(error instanceof PasskeyStopped) && <Refusal error={error} />}
    </>
  );
}
