import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router';
import classes from './page-top.module.css';

/** The link that skips the header, and the bar of a page that loads. */
export function PageTop() {
  const { t } = useTranslation();
  const busy = useNavigation().state !== 'idle';
  return (
    <>
      <a className={classes.skip} href="#content">
        {t('skipToContent')}
      </a>
      <div className={classes.progress} data-busy={busy || undefined} aria-hidden />
    </>
  );
}
