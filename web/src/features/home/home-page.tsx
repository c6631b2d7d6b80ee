import { Suspense } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '@/lib/session';
import { usePath } from '@/lib/site/use-path';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { Hero } from './hero/hero';
import classes from './home-page.module.css';
import { HowItWorks } from './how-it-works';

/** Content that needs the server loads after the first screen. */
const LiveSections = lazyWithTexts('sale', () => import('./live-sections'));

/** The first page of guests. A signed-in customer has the dashboard as the first page. */
export function HomePage() {
  const { status } = useSession();
  const dashboard = usePath('dashboard');
  const { state } = useLocation();
  if (dashboard && !state?.leaving && status !== 'guest' && status !== 'staff') {
    // A session that has ended meanwhile makes its owner a guest.
    return status !== 'starting' && <Navigate to={dashboard} replace />;
  }
  return (
    <div className="container">
      <Hero />
      <Suspense fallback={<div className={classes.liveRoom} />}>
        <LiveSections />
      </Suspense>
      <HowItWorks />
    </div>
  );
}
