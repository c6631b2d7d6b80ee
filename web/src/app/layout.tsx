import { useDirection } from '@mantine/core';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { directionOf } from '@/lib/language';
import { useLanguage } from '@/lib/use-language';
import { Footer } from './footer';
import { Header } from './header';
import classes from './layout.module.css';
import { OfflineBar } from './offline-bar';

/** Every page: header, content, footer. The direction follows the address, also on back and forward. */
export function Layout() {
  const { t } = useTranslation();
  const direction = directionOf(useLanguage());
  const { setDirection } = useDirection();
  const busy = useNavigation().state !== 'idle';
  useLayoutEffect(() => setDirection(direction), [direction, setDirection]);
  return (
    <>
      <a className={classes.skip} href="#content">
        {t('skipToContent')}
      </a>
      <div className={classes.progress} data-busy={busy || undefined} aria-hidden />
      <Header />
      <OfflineBar />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <ScrollRestoration />
    </>
  );
}
