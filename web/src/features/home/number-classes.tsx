import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listNumberCategoriesOptions } from '@/api/gen/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { MetalBadge } from '@/components/metal-badge';
import { Money } from '@/components/money';
import { stepPath } from '@/features/order/model/order-steps';
import { useLanguage } from '@/lib/text/use-language';
import classes from './home-page.module.css';

const categories = ['bronze', 'silver', 'gold', 'platinum'] as const;

/** The four classes appear at once; their prices come from the server. */
export function NumberClasses() {
  const { t } = useTranslation(['sale', 'common']);
  const language = useLanguage();
  const { data, error, refetch } = useQuery(
    listNumberCategoriesOptions({ headers: { 'accept-language': language } }),
  );
  const priceOf = (category: string) => data?.items.find(({ key }) => key === category)?.price;
  return (
    <section className={classes.section}>
      <h2>{t('classes.title')}</h2>
      <p className={classes.lead}>{t('classes.lead')}</p>
      <ErrorNotice error={error} onRetry={() => refetch()} />
      <ul className={`${classes.grid} ${classes.classes}`}>
        {categories.map((category) => {
          const price = priceOf(category);
          return (
            <li key={category} className={`card ${classes.class}`}>
              <MetalBadge category={category} />
              <span className={classes.price}>
                {price === undefined ? '…' : <Money amount={price} freeWhenZero />}{' '}
                {Boolean(price) && <small>{t('common:money.withVat')}</small>}
              </span>
              <p>{t(`classes.${category}`)}</p>
              <Link to={`${stepPath(language, 'number-selection')}?category=${category}`}>
                {t(`classes.see.${category}`)}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
