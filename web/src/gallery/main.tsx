import '../app/mantine.css';
import 'virtual:theme.css';
import '../app/fonts/fonts.css';
import '../app/global.css';
import { DirectionProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { activateLanguage } from '@/app/activate-language';
import { AppTheme } from '@/app/app-theme';
import { loadNamespaces } from '@/i18n';
import { allTexts } from '@/i18n/all-texts';
import { siteIn } from '@/lib/site/site';
import { languageOr } from '@/lib/text/language';
import { answerCalls } from './answers';
import { Gallery } from './gallery';
import { beSignedIn, putSite } from './made-up';

const address = new URLSearchParams(location.search);
const language = languageOr(address.get('language') ?? undefined);

answerCalls();
putSite(language);
beSignedIn(language);
await siteIn(language);
await activateLanguage(language);
await loadNamespaces(
  Object.keys(allTexts).flatMap((file) =>
    file.includes('/en/') ? [file.replace(/^.*\/|\.json$/g, '')] : [],
  ),
);

const router = createMemoryRouter(
  [{ path: '/:lang/*', element: <Gallery area={address.get('area') ?? undefined} /> }],
  { initialEntries: [`/${language}/`] },
);
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <DirectionProvider>
      <AppTheme>
        <RouterProvider router={router} />
      </AppTheme>
    </DirectionProvider>,
  );
}
