import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { Namespaces } from '@/i18n';
import { inTime } from '@/lib/http/chunk';
import { settingsNow, siteIn } from '@/lib/site/site';
import { asWritten } from '@/lib/text/as-written';
import { canonicalPath, defaultLanguage, isLanguage, languageOr } from '@/lib/text/language';
import { activateLanguage } from '../activate-language';
import { NotFound } from '../not-found';
import { goTo, withTexts } from '../page-texts';
import { RouteError } from '../route-error';

type Page = () => Promise<ComponentType>;

const page = (path: string, namespaces: Namespaces, load: Page): RouteObject => ({
  ...(path === '' ? { index: true } : { path }),
  ...withTexts(namespaces),
  lazy: async () => ({ Component: await inTime(load(), settingsNow()?.chunkLoadTimeoutMs) }),
});

/** The console uses page names and texts of the site if they are available, but does not wait for them. */
async function learnSiteIfPossible(language: 'ar' | 'en'): Promise<void> {
  await siteIn(language).catch((error: unknown) => console.warn('site', error));
}

/** Pages for staff members, in a layout of their own. */
const pages: RouteObject[] = [
  page('', 'console', async () => (await import('@/console/queue/queue-page')).QueuePage),
  page(
    'cases/:kind/:caseId',
    ['console', 'tickets', 'device'],
    async () => (await import('@/console/case/case-page')).CasePage,
  ),
  page(
    'customers/:customerId',
    ['console', 'credentials'],
    async () => (await import('@/console/customer/customer-page')).CustomerPage,
  ),
  page('find', ['console', 'credentials'], async () => (await import('@/console/find/find-page')).FindPage),
  page(
    'approvals',
    'console',
    async () => (await import('@/console/approvals/approvals-page')).ApprovalsPage,
  ),
  page('audit', 'console', async () => (await import('@/console/audit/audit-page')).AuditPage),
  page('bulk', 'console', async () => (await import('@/console/bulk/recovery-page')).BulksPage),
  page('bulk/:bulkId', 'console', async () => (await import('@/console/bulk/bulk-page')).BulkPage),
  page(
    'changes',
    ['console', 'proposals'],
    async () => (await import('@/console/proposals/proposals-page')).ProposalsPage,
  ),
  page(
    'changes/settings',
    ['console', 'proposals'],
    async () => (await import('@/console/proposals/settings-page')).SettingsPage,
  ),
  page(
    'incidents',
    ['console', 'incidents'],
    async () => (await import('@/console/incidents/incidents-page')).IncidentsPage,
  ),
  page('outages/:partner', 'console', async () => (await import('@/console/outages/outage-page')).OutagePage),
  { path: '*', Component: NotFound },
];

/** These pages exist in each language and do not depend on the site's routes. */
export const consolePages: RouteObject[] = [
  {
    path: '/:lang/console',
    loader: async ({ params, request }) => {
      if (!isLanguage(params.lang)) {
        const url = new URL(request.url);
        return goTo(request, canonicalPath(asWritten(url.pathname), defaultLanguage), url.search);
      }
      await learnSiteIfPossible(params.lang);
      await activateLanguage(languageOr(params.lang));
      return null;
    },
    shouldRevalidate: ({ currentParams, nextParams }) => currentParams.lang !== nextParams.lang,
    lazy: async () => ({ Component: (await import('./console')).Console }),
    ErrorBoundary: RouteError,
    children: pages,
  },
];
