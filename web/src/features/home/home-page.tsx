import { lazy, Suspense } from 'react';
import { useSession } from '@/lib/session';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { Hero } from './hero/hero';
import classes from './home-page.module.css';
import { HowItWorks } from './how-it-works';

/** Content that needs the server loads after the first screen. */
const LiveSections = lazy(() => import('./live-sections'));

/** Only signed-in customers need this part. */
const Mine = lazyWithTexts(['dashboard', 'find-order'], () => import('./mine/mine'));

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
