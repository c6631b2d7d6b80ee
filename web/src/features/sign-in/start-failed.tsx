import CloudOff from 'lucide-react/icons/cloud-off';
import { useTranslation } from 'react-i18next';
import { problemOf } from '@/api/problem';
import { DeadEnd } from '@/components/dead-end';
import { PrimaryButton } from '@/components/primary-action';
import { startAgain } from '@/lib/session';

/** Comes with the page: what stops it is often that nothing more can be loaded. Nothing can be signed into without a session of the device. */
export function StartFailed({ error }: { error: unknown }) {
  const { t } = useTranslation(['sign-in', 'common']);
  return (
    <DeadEnd icon={CloudOff} title={t('start.title')} lead={t('start.lead')}>
      <p role="alert">{problemOf(error)?.message ?? t('common:errors.network')}</p>
      <PrimaryButton onClick={() => void startAgain()}>{t('start.retry')}</PrimaryButton>
    </DeadEnd>
  );
}
