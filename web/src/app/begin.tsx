import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type DataRouter } from 'react-router';
import { previewToken } from '@/lib/site/preview';
import { App } from './app';
import { discoverPages, frame } from './routes';

/** Resolves once the code and the texts of the first page are there. */
const ready = (router: DataRouter): Promise<void> =>
  new Promise((resolve) => {
    const look = () => router.state.initialized && resolve();
    router.subscribe(look);
    look();
  });

/** The HTML that came is for guests at this address as it stands; anything more takes its place as a whole. */
const isAsItCame = ({ state: { location, errors } }: DataRouter, path: string): boolean =>
  errors === null &&
  location.pathname === path &&
  location.search === '' &&
  location.state === null &&
  !previewToken();

/** Starts the app on the page. A page that came as HTML stays as it is until its code and texts are loaded. */
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
      hydrateRoot(root, page);
      return;
    }
  }
  createRoot(root).render(page);
}
