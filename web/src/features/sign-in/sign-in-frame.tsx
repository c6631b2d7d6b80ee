import { type ReactNode, Suspense, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { PageHeading } from '@/components/page-heading';
import { optionalPart } from '@/lib/http/optional-part';
import { startDevice, useSession, useSessionExpired } from '@/lib/session';
import { afterSignIn } from '@/lib/session/return-path';
import { isSignedIn } from '@/lib/session/state';
import { useLanguage } from '@/lib/text/use-language';
import classes from './sign-in.module.css';
import { StartFailed } from './start-failed';

const PasswordChanged = optionalPart(() => import('./said/password-changed'));

interface Props {
  title: string;
  lead?: ReactNode;
  /** The page that opens after the sign-in, if it is not the page that the customer came for. */
  next?: { to: string; state: object };
  /** A page that may come before it. */
  last?: (onward: ReactNode) => ReactNode;
  children: ReactNode;
}

/** Surrounds the sign-in pages: a session for the device, and the next page for signed-in users. */
export function SignInFrame({ title, lead, next, last, children }: Props) {
  const session = useSession();
  const language = useLanguage();
  const { search, state } = useLocation();
  const { status } = session;
  const expired = useSessionExpired(); // an expired session is about to be dropped
  useEffect(() => {
    if (status === 'guest') {
      void startDevice();
    }
  }, [status]);
  // Some browsers return a promise, which React would take for a clean-up function.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another step, which starts at its top
  useEffect(() => void scrollTo(0, 0), [title]);
  if (isSignedIn(session) && !expired) {
    const to = next?.to ?? afterSignIn(session, search, language);
    const onward = <Navigate replace to={to} state={next?.state} />;
    return last ? <Suspense>{last(onward)}</Suspense> : onward;
  }
  return (
    <div className={`container ${classes.page}`}>
      {status === 'failed' ? (
        <StartFailed error={session.error} />
      ) : (
        <section className={classes.panel}>
          <PageHeading takesFocus key={title} title={title} lead={lead} />
          {state?.passwordChanged === true && (
            <Suspense>
              <PasswordChanged />
            </Suspense>
          )}
          {children}
        </section>
      )}
    </div>
  );
}
