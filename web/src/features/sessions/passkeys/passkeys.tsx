import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '@/api/gen-session';
import { listPasskeysOptions, listPasskeysQueryKey } from '@/api/gen-session/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { Outcome } from '@/components/outcome';
import { Stack } from '@/components/ui/layout';
import { useLineCall } from '@/lib/session/use-line-call';
import { AddPasskey } from './add-passkey';
import { PasskeyRow } from './passkey-row';
import { RemoveDialog } from './remove-dialog';
import { RenameDialog } from './rename-dialog';

type Asked = { about: 'renaming' | 'removing'; passkey: Passkey };
type Done = Asked['about'] | 'list';

/** Reads the list again after a change, and shows the change above the list. */
function useDone() {
  const client = useQueryClient();
  const queryKey = listPasskeysQueryKey(useLineCall());
  const [done, setDone] = useState<Done>();
  const tell = async (what: Done) => {
    await client.invalidateQueries({ queryKey });
    setDone(what);
  };
  return { done, tell };
}

function List({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t } = useTranslation('passkeys');
  const { done, tell } = useDone();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const finish = async () => {
    if (asked) {
      await tell(asked.about);
    }
    close();
  };
  return (
    <>
      <Outcome of={done}>
        {done && <Notice tone="positive" title={t(done === 'list' ? 'list.created' : `${done}.done`)} />}
      </Outcome>
      {passkeys.length === 0 && <p className="dimmed small">{t('list.none')}</p>}
      <Stack component="ul">
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onAsk={(about) => setAsked({ about, passkey })} />
        ))}
      </Stack>
      <AddPasskey key={passkeys.length} onAdded={() => tell('list')} />
      {asked?.about === 'renaming' && (
        <RenameDialog passkey={asked.passkey} onClose={close} onDone={finish} />
      )}
      {asked?.about === 'removing' && (
        <RemoveDialog passkey={asked.passkey} onClose={close} onDone={finish} />
      )}
    </>
  );
}

/** The passkeys of the account: a sign-in without a password. */
export function Passkeys() {
  const { t } = useTranslation('passkeys');
  const { data, error, isPending, refetch } = useQuery(listPasskeysOptions(useLineCall()));
  return (
    <section className="card">
      <h2 className="heading">{t('list.title')}</h2>
      <div className="stack">
        <p className="dimmed small">{t('list.lead')}</p>
        {isPending && <Loading lines={2} height={64} />}
        <ErrorNotice error={error} onRetry={() => refetch()} />
        {data && <List passkeys={data.data} />}
      </div>
    </section>
  );
}
