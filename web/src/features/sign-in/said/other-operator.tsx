import { useTranslation } from 'react-i18next';
import { NotOursWays } from '../not-ours';
import classes from '../sign-in.module.css';

/** The range of a number tells its first operator. A customer who brought it to us signs in; the others see how to become a customer. */
export default function OtherOperator() {
  const { t } = useTranslation('registration');
  return (
    <>
      <p className={classes.brought}>{t('notOurs.brought')}</p>
      <NotOursWays />
    </>
  );
}
