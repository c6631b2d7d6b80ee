import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Offer } from '@/api/gen-bundles';
import { usePath } from '@/lib/site/use-path';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { Marks, Prices } from './bundle-facts';
import classes from './bundles.module.css';

/** An offer in a list; its name links to its page and its product. */
export function OfferCard({ offer: { id, name, description, bundle, endsAt } }: { offer: Offer }) {
  const { t } = useTranslation('bundles');
  const language = useLanguage();
  const path = usePath('offers') ?? '';
  return (
    <li className={classes.card}>
      {bundle && <Marks bundle={bundle} />}
      <h3 className={classes.name}>
        <Link to={`${path}/${id}`}>{name}</Link>
      </h3>
      <p className={classes.hint}>{description}</p>
      {endsAt && <p className={classes.hint}>{t('offers.until', { day: day(endsAt, language) })}</p>}
      {bundle && <Prices bundle={bundle} />}
    </li>
  );
}
