import Lock from 'lucide-react/icons/lock';
import { useTranslation } from 'react-i18next';
import classes from './pay-form.module.css';
import { SchemeMarks } from './scheme-marks';

/** Who handles the payment; of a card also which schemes are taken, and what helps where it is refused. */
export function Safety({ card = true }: { card?: boolean }) {
  const { t } = useTranslation('payment');
  return (
    <>
      <p className={classes.secure}>
        {card && <SchemeMarks />}
        <span>
          <Lock size={16} aria-hidden /> {t('secure')}
        </span>
      </p>
      {card && <p className={classes.help}>{t('help')}</p>}
    </>
  );
}
