import { useTranslation } from 'react-i18next';
import classes from './layout.module.css';

const vatPercent = 15;

export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className={classes.footer}>
      <div className={`container ${classes.footerRow}`}>
        <p>{t('footer.rights')}</p>
        <p>{t('footer.vat', { percent: vatPercent })}</p>
      </div>
    </footer>
  );
}
