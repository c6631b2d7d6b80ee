import { Navigate, Outlet, useLocation } from 'react-router';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { ConsoleFrame } from '@/console/frame/console-frame';
import { startAgain, useSession } from '@/lib/session';
import { loginPath } from '@/lib/session/return-path';
import { useLanguage } from '@/lib/text/use-language';
import { NotFound } from '../not-found';

/** Guards the console. A guest signs in first and returns; a customer gets no page here. */
export function StaffOnly() {
  const { status, error } = useSession();
  const language = useLanguage();
  const { pathname, search } = useLocation();
  switch (status) {
    case 'staff':
      return (
        <ConsoleFrame>
          <Outlet />
        </ConsoleFrame>
      );
    case 'guest':
      return <Navigate to={loginPath(language, pathname + search)} replace />;
    case 'signed-in':
      return (
        <main id="content" tabIndex={-1}>
          <NotFound />
        </main>
      );
    case 'failed':
      return (
        <main className="container">
          <ErrorNotice error={error} onRetry={() => void startAgain()} />
        </main>
      );
    default:
      return (
        <main className="container">
          <Loading />
        </main>
      );
  }
}
