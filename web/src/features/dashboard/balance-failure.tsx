import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { problemOf } from '@/api/problem';
import { Notice } from '@/components/notice';
import { HelpLink } from '@/components/support/help-link';

/** The dashboard could not be read: what that means, what the server said, another try, and the way to support. */
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
