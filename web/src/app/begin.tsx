import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
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
 * Returns the path for which the server sent the HTML. A visitor who goes back or forward twice can be at another
 * address of the same document by now.
 */
const pathOfDocument = (): string =>
  new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href).pathname;

/**
 * Tells whether the prerendered HTML fits: it is written for guests and for this exact address. Otherwise the
 * app replaces it as a whole.
 */
const isAsItCame = ({ state: { location, errors } }: DataRouter): boolean =>
  errors === null &&
  location.pathname === pathOfDocument() &&
  location.search === '' &&
  location.state === null &&
  !previewToken();

/** Starts the app and returns its root. A prerendered page stays unchanged until its code and texts are loaded. */
export async function begin(root: HTMLElement): Promise<Root> {
  const router = createBrowserRouter(frame, { patchRoutesOnNavigation: discoverPages() });
  const page = (
    <StrictMode>
      <App router={router} />
    </StrictMode>
  );
  if (root.hasChildNodes()) {
    await ready(router);
    if (isAsItCame(router)) {
      beginScroll(router.state.location, true);
      // As a transition, React hydrates in short pieces between which the visitor's input is heard.
      return new Promise((resolve) => {
        startTransition(() => resolve(hydrateRoot(root, page)));
      });
    }
  }
  beginScroll(router.state.location, false);
  const alive = createRoot(root);
  alive.render(page);
  return alive;
}
