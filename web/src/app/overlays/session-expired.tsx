import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { ModalDialog } from '@/components/modal-dialog';
import { dropSession } from '@/lib/session';
import { endedWithLine, expiryAnswered, useSessionExpired } from '@/lib/session/expiry';
import { loginPath } from '@/lib/session/return-path';
import { useNextPage } from '@/lib/session/use-next-page';
import { useLanguage } from '@/lib/text/use-language';
import classes from './overlays.module.css';

/**
 * Shown after a call with an expired session: the customer signs in again and returns, or continues as a
 * guest. If the line has ended, there is no page to return to.
 */
export function SessionExpired() {
  const { t } = useTranslation(['shell', 'common']);
  const language = useLanguage();
  const goTo = useNextPage();
  const { pathname, search } = useLocation();
  if (!useSessionExpired()) {
    return null;
  }
  const why = endedWithLine() ? 'lineEnded' : 'expired';
  const login = why === 'lineEnded' ? `/${language}/login` : loginPath(language, pathname + search);
  const leaveTo = async (path: string) => {
    await goTo(path);
    await dropSession();
    expiryAnswered();
  };
  return (
    <ModalDialog title={t(`${why}.title`)}>
      <p>{t(`${why}.text`)}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void leaveTo(`/${language}/`)}>
          {t('common:actions.home')}
        </Button>
        <Button onClick={() => void leaveTo(login)}>{t(`${why}.signIn`)}</Button>
      </div>
    </ModalDialog>
  );
}
