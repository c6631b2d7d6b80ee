import { useTranslation } from 'react-i18next';
import { Scene } from '@/brand/scene';
import { PrimaryLink, SecondaryLink } from '@/components/primary-action';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/text/use-language';
import { MainPages } from './main-pages';
import { ResultHeading } from './result-heading';
import classes from './search.module.css';

/** Shown without results: the home page, the shop, support, and frequently visited pages. */
export function NothingFound({ query }: { query: string }) {
  const { t } = useTranslation('search');
  const { t: common } = useTranslation();
  const language = useLanguage();
  const shop = usePath('order-sim');
  const support = usePath('support');
  return (
    <section>
      <Scene of="empty" />
      <ResultHeading key={query}>{t('nothing', { query })}</ResultHeading>
      <p className={classes.excerpt}>{t('nothingText')}</p>
      <div className={classes.ways}>
        <PrimaryLink to={`/${language}/`}>{common('actions.home')}</PrimaryLink>
        {shop && <SecondaryLink to={shop}>{common('nav.orderSim')}</SecondaryLink>}
        {support && <SecondaryLink to={support}>{common('nav.support')}</SecondaryLink>}
      </div>
      <MainPages />
    </section>
  );
}
