import CloudOff from 'lucide-react/icons/cloud-off';
import { useTranslation } from 'react-i18next';
import { DeadEnd } from '@/components/dead-end';
import { ErrorNotice } from '@/components/error-notice';
import { PrimaryButton } from '@/components/primary-action';
import { startAgain } from '@/lib/session';

/** Nothing can be signed into without a session of the device. */
export default function StartFailed({ error }: { error: unknown }) {
  const { t } = useTranslation('sign-in');
  return (
    <DeadEnd icon={CloudOff} title={t('start.title')} lead={t('start.lead')}>
      <ErrorNotice error={error} />
      <PrimaryButton onClick={() => void startAgain()}>{t('start.retry')}</PrimaryButton>
    </DeadEnd>
  );
}
