import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type DataRouter } from 'react-router';
import { previewToken } from '@/lib/site/preview';
import { beginScroll } from '@/lib/site/scroll-entry';
import { App } from './app';
import { discoverPages, frame } from './routes';

/** Resolves when the code and the texts of the first page are loaded. */
const ready = (router: DataRouter): Promise<void> =>
  new Promise((resolve) => {
    const look = () => router.state.initialized && resolve();
    router.subscribe(look);
    look();
  });

/**
 * Tells whether the prerendered HTML fits: it is written for guests and for this exact address. Otherwise the
 * app replaces it as a whole.
 */
const isAsItCame = ({ state: { location, errors } }: DataRouter, path: string): boolean =>
  errors === null &&
  location.pathname === path &&
  location.search === '' &&
  location.state === null &&
  !previewToken();

/** Starts the app. A prerendered page stays unchanged until its code and texts are loaded. */
export async function begin(root: HTMLElement): Promise<void> {
  const path = location.pathname;
  const router = createBrowserRouter(frame, { patchRoutesOnNavigation: discoverPages() });
  const page = (
    <StrictMode>
      <App router={router} />
    </StrictMode>
  );
  if (root.hasChildNodes()) {
    await ready(router);
    if (isAsItCame(router, path)) {
      beginScroll(router.state.location, true);
      // As a transition, React hydrates in short pieces between which the visitor's input is heard.
      startTransition(() => void hydrateRoot(root, page));
      return;
    }
  }
  beginScroll(router.state.location, false);
  createRoot(root).render(page);
}
