import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { DeadEnd } from '@/components/dead-end';
import { PrimaryButton, SecondaryLink } from '@/components/primary-action';
import { hasTexts } from '@/i18n';
import { chunkFailureOf } from '@/lib/http/chunk';
import { useLanguage } from '@/lib/text/use-language';
import { NotFound } from './not-found';
import { StartFailure } from './start-failure';

/** Reloads the page when the connection returns, to load the part that failed without a connection. */
function useReloadOnceOnline(waits: boolean): void {
  useEffect(() => {
    if (!waits) {
      return;
    }
    const reload = () => location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [waits]);
}

const titleOf = (isPart: boolean, offline: boolean) =>
  offline ? 'errors.offlineTitle' : isPart ? 'errors.chunkTitle' : 'errors.title';

/** A reload repairs a part that a release has removed. Other errors get a plain text. */
function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const chunk = chunkFailureOf(error);
  const offline = chunk !== undefined && navigator.onLine === false;
  const newer = chunk && !offline;
  useReloadOnceOnline(offline);
  return (
    <div role="alert">
      <DeadEnd
        scene="offline"
        title={t(titleOf(chunk !== undefined, offline))}
        lead={offline ? t('offline') : t(newer ? 'errors.chunk' : 'errors.server')}
      >
        <PrimaryButton onClick={() => location.reload()}>{t('actions.reload')}</PrimaryButton>
        <SecondaryLink to={`/${language}/`}>{t('actions.home')}</SecondaryLink>
      </DeadEnd>
    </div>
  );
}

/** Replaces a page that could not be shown. */
export function RouteError() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!missing) {
      import('./reports/report').then(({ reportError }) => reportError(error)).catch(() => undefined);
    }
  }, [error, missing]);
  if (!hasTexts('common')) {
    return <StartFailure />;
  }
  return missing ? <NotFound /> : <Failure error={error} />;
}
