import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Money } from '@/components/money';
import { useSite } from '@/lib/site/site';
import { usePath } from '@/lib/site/use-path';
import classes from './home-page.module.css';

/** Plans on the first page, with the site's texts; each links to its order. */
export function PlansOffered() {
  const { t } = useTranslation(['home', 'common']);
  const site = useSite();
  const [pages, family] = [usePath('plans'), usePath('hawakom')];
  const offered = site?.packages ?? [];
  const about = site?.homepage.sections.find(({ key }) => key === 'packages');
  if (!pages || offered.length === 0) {
    return null;
  }
  return (
    <section className={classes.section}>
      <h2>{about?.title ?? t('plans.title')}</h2>
      <p className={classes.lead}>{about?.text}</p>
      <ul className={classes.grid}>
        {offered.map(({ id, title, details, price }) => (
          <li key={id} className={`card ${classes.class}`}>
            <h3 className={classes.planName}>{title}</h3>
            <span className={classes.price}>
              <Money amount={price} freeWhenZero /> {price > 0 && <small>{t('common:money.withVat')}</small>}
            </span>
            <p>{details}</p>
            <Link to={`${pages}/${id}`}>{t('plans.get', { name: title })}</Link>
          </li>
        ))}
      </ul>
      <p className={classes.more}>
        <Link to={family ?? pages}>{t(family ? 'plans.family' : 'plans.all')}</Link>
        {family && <Link to={pages}>{t('plans.all')}</Link>}
      </p>
    </section>
  );
}
