import ArrowRight from 'lucide-react/icons/arrow-right';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Msisdn } from '@/components/ltr';
import { MetalBadge } from '@/components/metal-badge';
import { PageHeading } from '@/components/page-heading';
import { PrimaryLink } from '@/components/primary-action';
import { useSession } from '@/lib/session';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { useLanguage } from '@/lib/text/use-language';
import classes from './home-page.module.css';
import { HowItWorks } from './how-it-works';
import { OtherWays } from './other-ways';

/** Content that needs the server loads after the first screen. */
const LiveSections = lazy(() => import('./live-sections'));

/** Only signed-in customers need this part. */
const Mine = lazyWithTexts(['dashboard', 'find-order'], () => import('./mine/mine'));

/** Three numbers as a picture, which shows the product before its text is read. */
function NumberFan() {
  return (
    <div className={classes.fan} aria-hidden>
      <div className={classes.sim} data-place="1">
        <Msisdn value="0571231239" />
        <MetalBadge category="silver" />
      </div>
      <div className={classes.sim} data-place="2">
        <Msisdn value="0575557755" />
        <MetalBadge category="gold" />
      </div>
      <div className={classes.sim} data-place="3">
        <Msisdn value="0577777777" />
        <MetalBadge category="platinum" />
      </div>
    </div>
  );
}

/** The introduction for visitors who are not signed in. */
function Hero() {
  const { t } = useTranslation('home');
  const language = useLanguage();
  return (
    <section className={classes.hero}>
      <div>
        <PageHeading title={t('title')} lead={t('lead')} />
        <div className={classes.actions}>
          <PrimaryLink to={`/${language}/order-sim`}>
            {t('cta')}
            <ArrowRight size={20} className="mirrored" aria-hidden />
          </PrimaryLink>
          <Link to={`/${language}/sim-activation`}>{t('activate')}</Link>
        </div>
        <OtherWays />
      </div>
      <NumberFan />
    </section>
  );
}

export function HomePage() {
  const { status } = useSession();
  const isGuest = status === 'guest' || status === 'staff';
  return (
    <div className="container">
      {isGuest ? (
        <Hero />
      ) : (
        <Suspense fallback={<div className={classes.mineRoom} />}>
          <Mine />
        </Suspense>
      )}
      <Suspense fallback={<div className={classes.liveRoom} />}>
        <LiveSections />
      </Suspense>
      <HowItWorks />
    </div>
  );
}
