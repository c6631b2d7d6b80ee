import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { problemOf } from '@/api/problem';
import { Notice } from '@/components/notice';
import { useLanguage } from '@/lib/text/use-language';

/** The dashboard could not be read: what that means, what the server said, another try, and the way to support. */
export function BalanceFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const language = useLanguage();
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
      {problemOf(error)?.message} <Link to={`/${language}/help`}>{t('balance.help')}</Link>
    </Notice>
  );
}
