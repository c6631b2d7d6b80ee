import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '@/components/error-notice';
import { Notice } from '@/components/notice';
import { useAttempt } from '@/lib/form/use-attempt';
import { selectAccount, useSession } from '@/lib/session';
import { nameOfLine } from '@/lib/session/line-name';

/**
 * Settings of the user can be changed only while the main line is chosen; on a sub-account the page says so.
 */
export function MainAccountOnly({ children }: { children: ReactNode }) {
  const { t } = useTranslation('profile');
  const { selected } = useSession();
  const use = useAttempt(() => selectAccount('main'));
  if (!selected || selected.user.is_main) {
    return children;
  }
  const action = (
    <Button loading={use.busy} onClick={() => use.attempt()}>
      {t('sub.switch')}
    </Button>
  );
  return (
    <>
      <Notice title={t('sub.title', { name: nameOfLine(selected) })} action={action}>
        {t('sub.text')}
      </Notice>
      <ErrorNotice error={use.error} />
    </>
  );
}
