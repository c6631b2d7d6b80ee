import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '@/components/error-notice';
import { Notice } from '@/components/notice';
import { PasskeyStopped } from '@/lib/passkey/browser';

/**
 * The reason why there is no passkey, or no sign-in with a passkey. A customer who cancelled sees no failure.
 */
export function PasskeyTrouble({ error }: { error: unknown }) {
  const { t } = useTranslation('passkeys');
  if (error instanceof PasskeyStopped) {
    return (
      <Notice
        tone={error.why === 'cancelled' || error.why === 'hereAlready' ? 'info' : 'negative'}
        title={t(`stopped.${error.why}`)}
      />
    );
  }
  return <ErrorNotice error={error} />;
}
