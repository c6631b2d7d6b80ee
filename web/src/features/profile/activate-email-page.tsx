import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { confirmEmail } from '@/api/gen-session';
import { zCodeSent, zEmail } from '@/api/gen-session/zod.gen';
import { Scene } from '@/brand/scene';
import { ErrorNotice } from '@/components/error-notice';
import { Email } from '@/components/ltr';
import { OneTimeCode } from '@/components/one-time-code';
import { PageHeading } from '@/components/page-heading';
import { PrimaryLink } from '@/components/primary-action';
import { reloadSession, useSession } from '@/lib/session';
import { returnPath } from '@/lib/session/return-path';
import { useLineCall } from '@/lib/session/use-line-call';
import { useLanguage } from '@/lib/text/use-language';
import { MainAccountOnly } from './main-account-only';
import { type ProposedEmail, useProposeEmail, useSendEmailCode } from './use-propose-email';

const zProposed = z.object({ email: zEmail, code: zCodeSent });

/** An address that is already confirmed: no success message, and nothing left to do. */
function ConfirmedBefore({ email }: { email: string }) {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  return (
    <>
      <PageHeading
        takesFocus
        title={t('activateEmail.beforeTitle')}
        lead={t('activateEmail.before', { email: `\u2066${email}\u2069` })}
      />
      <PrimaryLink to={`/${language}/profile`}>{t('activateEmail.back')}</PrimaryLink>
    </>
  );
}

function Confirmed({ email }: { email: string }) {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  return (
    <>
      <Scene of="success" />
      <PageHeading
        takesFocus
        title={t('activateEmail.doneTitle')}
        lead={t('activateEmail.done', { email: `\u2066${email}\u2069` })}
      />
      <PrimaryLink to={`/${language}/profile`}>{t('activateEmail.back')}</PrimaryLink>
    </>
  );
}

interface Props {
  proposed: ProposedEmail;
  onDone: () => void;
}

function EnterCode({ proposed: { email, code }, onDone }: Props) {
  const language = useLanguage();
  const navigate = useNavigate();
  const call = useLineCall();
  const send = useSendEmailCode();
  const confirm = async (otp: string) => {
    await confirmEmail({ ...call, body: { otp }, throwOnError: true });
    onDone();
    await reloadSession();
  };
  return (
    <div className="form">
      <OneTimeCode
        sent={code}
        to={<Email address={email} />}
        onCode={confirm}
        onResend={() => send(email)}
        onCancel={() => navigate(`/${language}/change-email`)}
      />
    </div>
  );
}

const zWelcome = z.object({ welcome: z.literal(true) });

/** Sends a code to the unconfirmed e-mail address on file. A new account starts on this page. */
function AskForCode({ email }: { email: string }) {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  const { search, state } = useLocation();
  const isNew = zWelcome.safeParse(state).success;
  const propose = useProposeEmail();
  return (
    <>
      <PageHeading
        takesFocus
        title={t(isNew ? 'activateEmail.welcome' : 'activateEmail.title')}
        lead={t('activateEmail.onFile', { email: `\u2066${email}\u2069` })}
      />
      <MainAccountOnly>
        <div className="stack form">
          <ErrorNotice error={propose.error} />
          <Button size="lg" loading={propose.isPending} onClick={() => propose.mutate(email)}>
            {t('changeEmail.submit')}
          </Button>
          <Link to={`/${language}/change-email`}>{t('email.change')}</Link>
          {isNew && <Link to={returnPath(search, language)}>{t('activateEmail.later')}</Link>}
        </div>
      </MainAccountOnly>
    </>
  );
}

/** Without a requested code, the customer confirms the e-mail address on file, or adds one. */
function WithoutCode() {
  const language = useLanguage();
  const { user } = useSession();
  if (!user?.email) {
    return <Navigate to={`/${language}/change-email`} replace />;
  }
  return user.email_confirmed ? <ConfirmedBefore email={user.email} /> : <AskForCode email={user.email} />;
}

/** Confirms the e-mail address that got a code, or the address on file. */
export function ActivateEmailPage() {
  const { t } = useTranslation('profile');
  const [done, setDone] = useState(false);
  const { user } = useSession();
  const proposed = zProposed.safeParse(useLocation().state);
  if (!proposed.success) {
    return <WithoutCode />;
  }
  const { email } = proposed.data;
  if (done) {
    return <Confirmed email={email} />;
  }
  if (user?.email_confirmed && user.email === email) {
    return <ConfirmedBefore email={email} />;
  }
  return (
    <>
      <PageHeading title={t('activateEmail.title')} lead={t('activateEmail.lead')} />
      <MainAccountOnly>
        <EnterCode proposed={proposed.data} onDone={() => setDone(true)} />
      </MainAccountOnly>
    </>
  );
}
