import { useTranslation } from 'react-i18next';
import { vatPercent } from '@/lib/vat';
import classes from './layout.module.css';

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
