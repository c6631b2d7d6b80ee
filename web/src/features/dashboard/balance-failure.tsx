import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { problemOf } from '@/api/problem';
import { Notice } from '@/components/notice';
import { HelpLink } from '@/components/support/help-link';

/**
 * Shown if the dashboard could not be read: the effect, the server's message, another try, and the ways to
 * contact support.
 */
export function BalanceFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['dashboard', 'common']);
  if (!error) {
    return null;
  }
  const retry = (
    <Button variant="default" size="sm" onClick={onRetry}>
      {t('common:actions.retry')}
    </Button>
  );
  return (
    <Notice tone="negative" title={t('balance.failed')} action={retry}>
      {problemOf(error)?.message} <HelpLink error={problemOf(error)?.traceId} />
    </Notice>
  );
}
