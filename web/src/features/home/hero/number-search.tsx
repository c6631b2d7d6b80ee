import { useTranslation } from 'react-i18next';
import { stepPath } from '@/features/order/model/order-steps';
import { useLanguage } from '@/lib/text/use-language';
import classes from './hero.module.css';

interface Props {
  digits: string;
  onType: (typed: string) => void;
}

/** The field for the digits of a number. Enter leads to all numbers with them, by the browser itself. */
export function NumberSearch({ digits, onType }: Props) {
  const { t } = useTranslation('home');
  return (
    <form className={classes.search} action={stepPath(useLanguage(), 'number-selection')}>
      <label>
        {t('search')}
        <span className={classes.field} dir="ltr">
          <span aria-hidden>057</span>
          <input
            name="digits"
            inputMode="numeric"
            enterKeyHint="search"
            autoComplete="off"
            value={digits}
            onChange={(event) => onType(event.currentTarget.value)}
          />
        </span>
      </label>
    </form>
  );
}
