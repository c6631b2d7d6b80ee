import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation } from 'react-router';
import { problemOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { usePath } from '@/lib/site/use-path';
import classes from './sign-in.module.css';
import { useSignInPath } from './use-sign-in-path';

type Way = 'quicklogin' | 'login' | 'registration';

/** The next page after a refusal, by its message key. */
const ways: { [messageKey: string]: Way } = {
  email_linked_to_multiple_accounts: 'quicklogin',
  email_unverified: 'quicklogin',
  user_not_registered: 'registration',
  number_already_registered: 'login',
  data_sim_not_allowed: 'login',
};

const texts = {
  quicklogin: 'login.byCode',
  login: 'login.byPassword',
  registration: 'login.register',
} as const;

/** The server's message, unless a field shows it already, and a link to the next page if there is one. */
export default function Refusal({ error, said = false }: { error: unknown; said?: boolean }) {
  const { t } = useTranslation('sign-in');
  const path = useSignInPath();
  const messageKey = problemOf(error)?.messageKey ?? '';
  const way = ways[messageKey];
  const secondFactor = usePath('second-factor');
  const { search } = useLocation();
  if (messageKey.startsWith('second_factor_') && secondFactor) {
    return <Navigate replace to={secondFactor + search} />;
  }
  return (
    <div data-message-key={messageKey || undefined}>
      {!said && <ErrorNotice error={error} />}
      {way && (
        <p className={classes.way}>
          <Link to={path(way)}>{t(texts[way])}</Link>
        </p>
      )}
    </div>
  );
}
