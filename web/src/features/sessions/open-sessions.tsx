import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endOtherSessions, endUserSession, type UserSession } from '@/api/gen-session';
import { listSessionsOptions, listSessionsQueryKey } from '@/api/gen-session/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { Outcome } from '@/components/outcome';
import { Stack } from '@/components/ui/layout';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useLineCall } from '@/lib/session/use-line-call';
import { EndDialog } from './end-dialog';
import { SessionRow } from './session-row';
import { useSessionWords } from './words';

type Ending = { about: 'ending'; session: UserSession } | { about: 'endingOthers' };

/** Ends sessions. The list is read again, because another device may have signed in or out meanwhile. */
function useEnding(onDone: () => void) {
  const client = useQueryClient();
  const queryKey = listSessionsQueryKey(useLineCall());
  return useEffectCall<Ending, unknown>(
    (call, ending) =>
      ending.about === 'ending'
        ? endUserSession({ ...call, path: { sessionId: ending.session.id } })
        : endOtherSessions(call),
    async () => {
      await client.invalidateQueries({ queryKey });
      onDone();
    },
  );
}

function List({ sessions }: { sessions: readonly UserSession[] }) {
  const { t } = useTranslation('sessions');
  const words = useSessionWords();
  const [asked, setAsked] = useState<Ending>();
  const [done, setDone] = useState('');
  const close = () => {
    end.reset();
    setAsked(undefined);
  };
  const end = useEnding(() => {
    setDone(asked ? t(`${asked.about}.done`) : '');
    setAsked(undefined);
  });
  const others = sessions.filter(({ current }) => !current);
  return (
    <>
      <Outcome of={done || undefined}>
        <Notice tone="positive" title={done} />
      </Outcome>
      <Stack component="ul">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={() => setAsked({ about: 'ending', session })}
          />
        ))}
      </Stack>
      {others.length === 0 ? (
        <p className="dimmed small">{t('open.alone')}</p>
      ) : (
        <Button variant="light" color="red" onClick={() => setAsked({ about: 'endingOthers' })}>
          {t('open.endOthers')}
        </Button>
      )}
      <p className="dimmed small">{t('open.networkHint')}</p>
      {asked && (
        <EndDialog
          about={asked.about}
          device={asked.about === 'ending' ? words.device(asked.session) : undefined}
          busy={end.isPending}
          error={end.error}
          onConfirm={() => end.mutate(asked)}
          onClose={close}
        />
      )}
    </>
  );
}

/** The customer's sign-ins, each with a button to end it. */
export function OpenSessions() {
  const { t } = useTranslation('sessions');
  const { data, error, isPending, refetch } = useQuery(listSessionsOptions(useLineCall()));
  return (
    <section className="card">
      <h2 className="heading">{t('open.title')}</h2>
      <div className="stack">
        {isPending && <Loading lines={2} height={96} />}
        <ErrorNotice error={error} onRetry={() => refetch()} />
        {data && <List sessions={data.data} />}
      </div>
    </section>
  );
}
