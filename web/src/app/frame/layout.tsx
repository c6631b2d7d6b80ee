import { useDirection } from '@mantine/core';
import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { PageTop } from '@/components/page-top';
import { loadNamespaces } from '@/i18n';
import { useSteadySubmit } from '@/lib/form/use-steady-submit';
import { optionalPart } from '@/lib/http/optional-part';
import { directionOf } from '@/lib/text/language';
import { useLanguage } from '@/lib/text/use-language';
import { OfflineBar } from '../overlays/offline-bar';
import { Breadcrumbs } from './breadcrumbs';
import { Footer } from './footer';
import { Header } from './header';
import { Scroll } from './scroll';
import { usePageRoute } from './use-page-route';

const AfterPaint = optionalPart(async () => {
  const [module] = await Promise.all([import('../overlays/after-paint'), loadNamespaces('shell')]);
  return module;
});

/** Parts that can load later: notices, dialogs, analytics. */
function Later() {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    setPainted(true);
  }, []);
  return <Suspense>{painted && <AfterPaint />}</Suspense>;
}

/**
 * Surrounds each page with the header and footer of its route's layout. The direction follows the address,
 * also on back and forward.
 */
export function Layout() {
  const direction = directionOf(useLanguage());
  const { setDirection } = useDirection();
  const route = usePageRoute();
  const layout = route?.layout ?? 'default';
  const hasMenus = layout !== 'plain' && layout !== 'footer-only';
  const maintenance = route?.key === 'maintenance';
  useSteadySubmit();
  useLayoutEffect(() => {
    setDirection(direction);
  }, [direction, setDirection]);
  return (
    <>
      <PageTop />
      {hasMenus && <Header bare={maintenance} />}
      <OfflineBar />
      <Later />
      {hasMenus && <Breadcrumbs />}
      <main id="content" tabIndex={-1}>
        {/* The key resets all state on another page, also when both pages have the same template. */}
        <Outlet key={route?.key} />
      </main>
      {layout !== 'plain' && !maintenance && <Footer />}
      <Scroll />
    </>
  );
}
