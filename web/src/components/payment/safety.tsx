import Lock from 'lucide-react/icons/lock';
import { useTranslation } from 'react-i18next';
import classes from './pay-form.module.css';
import { SchemeMarks } from './scheme-marks';

/** The company that handles the payment. For a card also the accepted schemes, and advice after a refusal. */
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
      {card && <p className="dimmed small">{t('help')}</p>}
    </>
  );
}
