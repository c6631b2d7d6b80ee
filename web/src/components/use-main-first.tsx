import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempt } from '@/lib/form/use-attempt';
import { selectAccount } from '@/lib/session';
import { ErrorNotice } from './error-notice';
import { Notice } from './notice';

/** For actions that only the main line may do: the reason, and a link to the main line. */
export function UseMainFirst({ children }: { children: ReactNode }) {
  const { t } = useTranslation('accounts');
  const use = useAttempt(() => selectAccount('main'));
  const action = (
    <Button variant="default" loading={use.busy} onClick={() => use.attempt()}>
      {t('useMain')}
    </Button>
  );
  return (
    <>
      <Notice action={action}>{children}</Notice>
      <ErrorNotice error={use.error} />
    </>
  );
}
