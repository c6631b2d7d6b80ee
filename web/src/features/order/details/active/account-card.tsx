import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Order } from '@/api/gen';
import { createOrderAccount } from '@/api/gen-session';
import { problemOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Email, Msisdn } from '@/components/ltr';
import { Notice } from '@/components/notice';
import { useAttempt } from '@/lib/form/use-attempt';
import { signIn, withDevice } from '@/lib/session/account';
import { loginPath } from '@/lib/session/return-path';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { useLanguage } from '@/lib/text/use-language';
import { orderCall } from '../../model/order-query';
import { accountMade } from './account-made';
import classes from './active-line.module.css';

const ProveContact = lazyWithTexts('credentials', () => import('./prove-contact'));

interface Props {
  order: Order;
  msisdn: string;
}

/** Creates the account and signs in. Only then the page learns of it, from the address's state. */
function useCreate(order: Order) {
  const language = useLanguage();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return async () => {
    const call = { ...orderCall(order.id, language), throwOnError: true } as const;
    const { data } = await withDevice(() => createOrderAccount(call));
    await navigate(pathname, { replace: true, state: accountMade });
    await signIn(data.data.auth_token);
  };
}

/** Returns the name of the account that exists already, to sign in with. */
function existingLogin(messageKey: string | undefined, { order, msisdn }: Props): string | undefined {
  const { email, mobile } = order.contact ?? {};
  switch (messageKey) {
    case 'number_already_registered':
      return msisdn;
    case 'contact_has_account':
      return mobile;
    case 'email_in_use':
      return email;
    default:
      return undefined;
  }
}

function Existing({ login, text }: { login: string; text: string | undefined }) {
  const { t } = useTranslation('active-line');
  const language = useLanguage();
  const { pathname } = useLocation();
  return (
    <Notice
      title={t('account.exists')}
      action={
        <Button component={Link} to={loginPath(language, pathname)} state={{ login }}>
          {t('account.signIn')}
        </Button>
      }
    >
      {text}
    </Notice>
  );
}

function Known({ order, msisdn }: Props) {
  const { t } = useTranslation('active-line');
  const { contact } = order;
  return (
    <dl className={classes.known}>
      <dt>{t('account.number')}</dt>
      <dd>
        <Msisdn value={msisdn} />
      </dd>
      {contact?.email && contact.verified.includes('email') && (
        <>
          <dt>{t('account.email')}</dt>
          <dd>
            <Email address={contact.email} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** One tap makes an account of the data that the order has proven. A browser that has proven nothing shows a code first. */
export function AccountCard({ order, msisdn }: Props) {
  const { t } = useTranslation('active-line');
  const language = useLanguage();
  const create = useCreate(order);
  const [proving, setProving] = useState(false);
  const make = useAttempt(async () => {
    try {
      await create();
    } catch (error) {
      if (problemOf(error)?.messageKey !== 'verification_required') {
        throw error;
      }
      setProving(true);
    }
  });
  const problem = problemOf(make.error);
  const login = existingLogin(problem?.messageKey, { order, msisdn });
  return (
    <section className={`card ${classes.account}`} aria-labelledby="order-account">
      <h2 id="order-account" className={classes.title}>
        {t('account.title')}
      </h2>
      {login && <Existing login={login} text={problem?.message} />}
      {!login && proving && (
        <Suspense fallback={<Loading lines={3} height={60} />}>
          <ProveContact
            order={order}
            onProven={async () => {
              setProving(false);
              await make.attempt();
            }}
            onCancel={() => setProving(false)}
          />
        </Suspense>
      )}
      {!login && !proving && (
        <>
          <p>{t('account.text')}</p>
          <Known order={order} msisdn={msisdn} />
          <ErrorNotice error={make.error} />
          {problem?.messageKey === 'order_opens_no_account' && (
            <Link to={`/${language}/registration`}>{t('account.register')}</Link>
          )}
          <Button size="lg" className="primary-action" loading={make.busy} onClick={() => make.attempt()}>
            {t('account.create')}
          </Button>
          <small>{t('account.later')}</small>
        </>
      )}
    </section>
  );
}
