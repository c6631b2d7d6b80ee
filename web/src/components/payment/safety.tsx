import Lock from 'lucide-react/icons/lock';
import { useTranslation } from 'react-i18next';
import classes from './pay-form.module.css';
import { SchemeMarks } from './scheme-marks';

/** Which schemes are taken, who handles the card, and what helps where it is refused. */
export function Safety() {
  const { t } = useTranslation('payment');
  return (
    <>
      <p className={classes.secure}>
        <SchemeMarks />
        <span>
          <Lock size={16} aria-hidden /> {t('secure')}
        </span>
      </p>
      <p className={classes.help}>{t('help')}</p>
    </>
  );
}
