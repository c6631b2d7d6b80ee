import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { getAppConfigurationOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import type { Subscriber } from '@/api/gen-session';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { Stack } from '@/components/ui/layout';
import { UseMainFirst } from '@/components/use-main-first';
import { useAttempt } from '@/lib/form/use-attempt';
import { reloadSession, selectAccount, useSession } from '@/lib/session';
import { nameOfLine } from '@/lib/session/line-name';
import { useLanguage } from '@/lib/text/use-language';
import { AccountRow } from './account-row';
import { DeleteDialog } from './delete-dialog';
import { RenameDialog } from './rename-dialog';

/** A link to add a sub-account, while the settings allow one more. */
function AddAnother({ used }: { used: number }) {
  const { t } = useTranslation('accounts');
  const language = useLanguage();
  const settings = useQuery(getAppConfigurationOptions({ headers: { 'accept-language': language } }));
  const most = settings.data?.max_sub_accounts;
  if (most !== undefined && used >= most) {
    return <Notice>{t('full', { most })}</Notice>;
  }
  return (
    <Stack gap="xs" align="flex-start">
      <Button component={Link} size="lg" className="primary-action" to={`/${language}/add-account`}>
        {t('add.open')}
      </Button>
      {most !== undefined && <p className="dimmed">{t('count', { used, most })}</p>}
    </Stack>
  );
}

interface Done {
  said: string;
  /** The element with the focus has disappeared together with its row. */
  gone?: boolean;
}

/** The result of a change. If its button has disappeared, the focus moves here. */
function Word({ done }: { done: Done }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (done.gone) {
      place.current?.focus();
    }
  }, [done]);
  return (
    <div ref={place} tabIndex={-1}>
      <Notice tone="positive" title={done.said} />
    </div>
  );
}

type Change = { what: 'rename' | 'delete'; line: Subscriber };

/** The main line and the sub-accounts. */
export function AccountsPage() {
  const { t } = useTranslation('accounts');
  const { subscribers, selected } = useSession();
  const [change, setChange] = useState<Change>();
  const [done, setDone] = useState<Done>();
  const onMain = selected?.user.is_main ?? true;
  const subAccounts = subscribers.filter(({ user }) => !user.is_main);
  const use = useAttempt(async (line: Subscriber) => {
    await selectAccount(line.subscription_id);
    setDone({ said: t('switched', { name: nameOfLine(line) }) });
  });
  const finish = async (what: Done) => {
    await reloadSession();
    setChange(undefined);
    setDone(what);
  };
  const close = () => setChange(undefined);
  return (
    <>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      <div className="stack">
        {done && <Word done={done} />}
        <ErrorNotice error={use.error} />
        <ul className="plain-list">
          {subscribers.map((line) => (
            <AccountRow
              key={line.subscription_id}
              line={line}
              inUse={line.subscription_id === selected?.subscription_id}
              mayChange={onMain}
              onUse={() => use.attempt(line)}
              onRename={() => setChange({ what: 'rename', line })}
              onDelete={() => setChange({ what: 'delete', line })}
            />
          ))}
        </ul>
        {subAccounts.length === 0 && <EmptyState text={t('empty')} />}
        {onMain ? <AddAnother used={subAccounts.length} /> : <UseMainFirst>{t('onlyMain')}</UseMainFirst>}
      </div>
      {change?.what === 'rename' && (
        <RenameDialog
          line={change.line}
          onClose={close}
          onDone={() => finish({ said: t('renaming.done') })}
        />
      )}
      {change?.what === 'delete' && (
        <DeleteDialog
          line={change.line}
          onClose={close}
          onDone={() => finish({ said: t('deleting.done'), gone: true })}
        />
      )}
    </>
  );
}
