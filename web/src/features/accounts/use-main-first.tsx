import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '@/components/error-notice';
import { Notice } from '@/components/notice';
import { selectAccount } from '@/lib/session';
import { useAttempt } from '@/lib/use-attempt';

/** Sub-accounts cannot change the list of accounts: the way back to the main one. */
export function UseMainFirst() {
  const { t } = useTranslation('accounts');
  const use = useAttempt(() => selectAccount('main'));
  const action = (
    <Button variant="default" loading={use.busy} onClick={() => use.attempt()}>
      {t('useMain')}
    </Button>
  );
  return (
    <>
      <Notice action={action}>{t('onlyMain')}</Notice>
      <ErrorNotice error={use.error} />
    </>
  );
}
