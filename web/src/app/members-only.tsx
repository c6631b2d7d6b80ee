import { Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { startAgain, useSession } from '@/lib/session';
import { isOpenTo } from '@/lib/session/access';
import { afterSignIn, loginPath } from '@/lib/session/return-path';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { useLanguage } from '@/lib/text/use-language';
import { usePageRoute } from './frame/use-page-route';

const NotForLine = lazyWithTexts(['closed-pages'], () => import('./not-for-line'));

/**
 * Guards pages for signed-in users. A guest signs in first and returns. A line that may not open the page
 * gets the reason.
 */
export function MembersOnly() {
  const session = useSession();
  const route = usePageRoute();
  const language = useLanguage();
  const { pathname, search } = useLocation();
  switch (session.status) {
    case 'signed-in':
      return isOpenTo(session, { slug: route?.key, permission: route?.permission }) ? (
        <Outlet />
      ) : (
        <Suspense fallback={<Loading />}>
          <NotForLine />
        </Suspense>
      );
    case 'staff':
      return route?.requiresSignIn ? (
        <Navigate to={afterSignIn(session, search, language)} replace />
      ) : (
        <Outlet />
      );
    case 'guest':
      return route?.requiresSignIn ? (
        <Navigate to={loginPath(language, pathname + search)} replace />
      ) : (
        <Outlet />
      );
    case 'failed':
      return (
        <div className="container">
          <ErrorNotice error={session.error} onRetry={() => void startAgain()} />
        </div>
      );
    default:
      return (
        <div className="container">
          <Loading />
        </div>
      );
  }
}
