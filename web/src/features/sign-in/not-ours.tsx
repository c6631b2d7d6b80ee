import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { problemOf } from '@/api/problem';
import { stepPath } from '@/features/order/model/order-steps';
import { useLanguage } from '@/lib/text/use-language';
import classes from './choices.module.css';

/** The options of an owner of another operator's number. */
export function NotOursWays() {
  const { t } = useTranslation('registration');
  const language = useLanguage();
  const ways = [
    ['join', `/${language}/`],
    ['order', stepPath(language, 'number-selection')],
    ['bring', stepPath(language, 'mnp-number-selection')],
  ] as const;
  return (
    <section className={classes.offer}>
      <h2>{t('notOurs.title')}</h2>
      <p>{t('notOurs.lead')}</p>
      <ul className="plain-list">
        {ways.map(([way, to]) => (
          <li key={way}>
            <Link className={classes.choice} to={to}>
              <strong>{t(`notOurs.${way}`)}</strong>
              <span>{t(`notOurs.${way}Hint`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shown when the number belongs to another operator. */
export function NotOurs({ error }: { error: unknown }) {
  return problemOf(error)?.messageKey === 'non_operator_number' && <NotOursWays />;
}
