import { useTranslation } from 'react-i18next';
import { problemOf } from '@/api/problem';
import { DeadEnd } from '@/components/dead-end';
import { PrimaryButton } from '@/components/primary-action';
import { startAgain } from '@/lib/session';

/**
 * This part loads with the page, because often nothing more can be loaded. A sign-in needs a session of the
 * device.
 */
export function StartFailed({ error }: { error: unknown }) {
  const { t } = useTranslation(['sign-in', 'common']);
  return (
    <DeadEnd scene="offline" title={t('start.title')} lead={t('start.lead')}>
      <p role="alert">{problemOf(error)?.message ?? t('common:errors.network')}</p>
      <PrimaryButton onClick={() => void startAgain()}>{t('start.retry')}</PrimaryButton>
    </DeadEnd>
  );
}
