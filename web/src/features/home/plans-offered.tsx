import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePlanTypes } from '@/components/plan/plan-types';
import { PrimaryLink } from '@/components/primary-action';
import { SaleCard, SaleList } from '@/components/sale/sale-card';
import { useSite } from '@/lib/site/site';
import { usePath } from '@/lib/site/use-path';
import classes from './home-page.module.css';

/** Plans on the first page, with the site's texts; each begins an order. */
export function PlansOffered() {
  const { t } = useTranslation(['sale', 'common']);
  const site = useSite();
  const [pages, family] = [usePath('plans'), usePath('hawakom')];
  const offered = site?.packages ?? [];
  const { type, choice } = usePlanTypes(offered.map(({ subscriptionType }) => subscriptionType));
  const about = site?.homepage.sections.find(({ key }) => key === 'packages');
  if (!pages || offered.length === 0) {
    return null;
  }
  return (
    <section className={classes.section}>
      <h2>{about?.title ?? t('offered.title')}</h2>
      <p className={classes.lead}>{about?.text}</p>
      <div className="stack">
        {choice}
        <SaleList>
          {offered
            .filter(({ subscriptionType }) => subscriptionType === type)
            .map(({ id, title, price, period, items, url }) => (
              <SaleCard
                key={id}
                name={title}
                to={`${pages}/${id}`}
                price={price}
                period={
                  <>
                    {period}
                    {price > 0 && ` · ${t('common:money.withVat')}`}
                  </>
                }
                contents={items}
                action={<PrimaryLink to={url}>{t('get', { name: title })}</PrimaryLink>}
              />
            ))}
        </SaleList>
      </div>
      <p className={classes.more}>
        <Link to={family ?? pages}>{t(family ? 'offered.family' : 'offered.all')}</Link>
        {family && <Link to={pages}>{t('offered.all')}</Link>}
      </p>
    </section>
  );
}
