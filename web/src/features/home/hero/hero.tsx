import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Scene } from '@/brand/scene';
import { PageHeading } from '@/components/page-heading';
import { PrimaryLink } from '@/components/primary-action';
import { searchedIn } from '@/lib/text/digits';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { useLanguage } from '@/lib/text/use-language';
import { OtherWays } from '../other-ways';
import classes from './hero.module.css';
import { NumberSearch } from './number-search';

/** The numbers need the server: they load after the first screen. */
const FoundNumbers = lazyWithTexts(['numbers'], () => import('./found-numbers'));

/** The introduction for visitors who are not signed in: the search for a number, with three numbers that are free. */
export function Hero() {
  const { t } = useTranslation('home');
  const language = useLanguage();
  const [digits, setDigits] = useState('');
  return (
    <section className={classes.hero}>
      <div>
        <PageHeading title={t('title')} lead={t('lead')} />
        <NumberSearch digits={digits} onType={(typed) => setDigits(searchedIn(typed))} />
        <div className={classes.found}>
          <Suspense>
            <FoundNumbers digits={digits} />
          </Suspense>
        </div>
        <div className={classes.actions}>
          <PrimaryLink to={`/${language}/order-sim`}>{t('cta')}</PrimaryLink>
          <Link to={`/${language}/sim-activation`}>{t('activate')}</Link>
        </div>
        <OtherWays />
      </div>
      <Scene of="hero" />
    </section>
  );
}
