import { useTranslation } from 'react-i18next';
import { NotOursWays } from '../not-ours';
import classes from '../sign-in.module.css';

/**
 * The range of a number shows its first operator. A customer with a ported number signs in; other visitors
 * see how to become a customer.
 */
export default function OtherOperator() {
  const { t } = useTranslation('registration');
  return (
    <>
      <p className={classes.brought}>{t('notOurs.brought')}</p>
      <NotOursWays />
    </>
  );
}
