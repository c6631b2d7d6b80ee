import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation } from 'react-router';
import { getSecondFactorOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { statusOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { useAttempt } from '@/lib/form/use-attempt';
import { startAgain, useSession } from '@/lib/session';
import { consolePath, staffPath } from '@/lib/session/return-path';
import { sessionNow } from '@/lib/session/state';
import { useSignOut } from '@/lib/session/use-sign-out';
import { useLanguage } from '@/lib/text/use-language';
import { renew } from './calls';
import { Enrolment } from './enrolment';
import { Proof } from './proof';
import { RecoveryCodes } from './recovery-codes';
import classes from './second-factor.module.css';

function Done({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation('second-factor');
  const language = useLanguage();
  const signOut = useSignOut();
  const again = useAttempt(async () => onCodes(await renew()));
  return (
    <>
      <PageHeading takesFocus title={t('done.title')} lead={t('done.lead')} />
      <div className="stack">
        <p>{t('done.left', { left })}</p>
        <Button component={Link} to={consolePath(language)}>
          {t('done.console')}
        </Button>
        <ErrorNotice error={again.error} />
        <Button variant="default" loading={again.busy} onClick={() => again.attempt()}>
          {t('done.renew')}
        </Button>
        <Button variant="subtle" onClick={() => signOut()}>
          {t('done.signOut')}
        </Button>
      </div>
    </>
  );
}

function Steps() {
  const language = useLanguage();
  const { search } = useLocation();
  const [codes, setCodes] = useState<string[]>();
  const [proved, setProved] = useState(false);
  const { data, error, isPending, refetch } = useQuery({
    ...getSecondFactorOptions({ headers: { 'accept-language': language } }),
    retry: false,
  });
  const { status } = useSession();
  const shown = data?.data.shown;
  useEffect(() => {
    // The server identifies the staff member only after the code.
    if (shown && sessionNow().status === 'guest') {
      void startAgain();
    }
  }, [shown]);
  if (codes) {
    const kept = async () => {
      await refetch();
      setCodes(undefined);
    };
    return <RecoveryCodes codes={codes} onKept={kept} />;
  }
  if (proved && status === 'staff') {
    return <Navigate replace to={staffPath(search, language)} />;
  }
  if (isPending || (proved && status !== 'failed')) {
    return <Loading lines={3} height={56} />;
  }
  if (error) {
    // A signed-in customer is not sent to the sign-in page, because it would redirect back.
    return status === 'guest' && [401, 403].includes(statusOf(error) ?? 0) ? (
      <Navigate replace to={`/${language}/login`} />
    ) : (
      <ErrorNotice error={error} onRetry={() => refetch()} />
    );
  }
  const { enrolled, recovery_codes_left: left } = data.data;
  if (!enrolled) {
    return <Enrolment onCodes={setCodes} />;
  }
  const goOn = async () => {
    await refetch();
    setProved(true);
  };
  return shown ? <Done left={left} onCodes={setCodes} /> : <Proof onShown={goOn} />;
}

/** The page for staff members after their password. */
export function SecondFactorPage() {
  return (
    <div className={`container ${classes.page}`}>
      <section className={`card stack ${classes.panel}`}>
        <Steps />
      </section>
    </div>
  );
}
