import { readFileSync } from 'node:fs';
import { HttpResponse, http } from 'msw';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { minimalSite } from '@/lib/site/minimal-site';
import type { MenuItem, Site, SiteRoute } from '@/lib/site/site';
import type { Language } from '@/lib/text/language';
import { contentOf } from './content';
import { api, server } from './server';

const zSeed = z.object({
  routes: z.array(
    z.object({
      key: z.string(),
      template: z.string(),
      path: z.string(),
      pathAr: z.optional(z.string()),
      signIn: z.optional(z.boolean()),
    }),
  ),
});
const seed = parse(readFileSync('../dev/seed/site.yaml', 'utf8'));
const seeded = zSeed.parse(seed).routes;

const inDashboard = new Set([
  'dashboard',
  'profile',
  'change-email',
  'change-password',
  'sessions',
  'sub-accounts',
  'multi-sim',
  'sim-information',
  'number-settings',
  'my-plan',
  'deactivateNumber',
  'switch-plan',
  'refer',
  'referral-banner',
  'recharge',
  'recharge-meter',
  'transfer',
  'services',
  'entertainment',
  'games',
  'purchase',
  'history',
  'cards',
  'myBills',
  'auto-payment',
  'credit-limit',
  'addonsMinutes',
  'addonsData',
  'addonsSms',
  'customizeBundle',
]);

function layoutOf(key: string): SiteRoute['layout'] {
  if (key === 'loyalty-faq' || key === 'hawakom-faq' || key === 'customer-complaints-app') {
    return 'plain';
  }
  if (key === 'payinvoice') {
    return 'footer-only';
  }
  return inDashboard.has(key) ? 'dashboard' : 'default';
}

/** The routes of the seed, as the server returns them. */
export const siteRoutes = (language: Language): SiteRoute[] =>
  seeded.map(({ key, template, path, pathAr, signIn = false }) => ({
    key,
    template,
    rewrite_url: language === 'ar' ? (pathAr ?? path) : path,
    layout: layoutOf(key),
    requiresSignIn: signIn,
  }));

export const menuItem = (slug: string, over: Partial<MenuItem> = {}): MenuItem => ({
  slug,
  title: slug,
  children: [],
  ...over,
});

/** Serves a site with the pages of the seed, changed by the test. */
export function serveSite(over: (language: Language) => Partial<Site> = () => ({})): void {
  server.use(
    http.get(api('/configuration/bulk-initialize'), ({ request }) => {
      const language = new URL(request.url).searchParams.get('language') === 'en' ? 'en' : 'ar';
      return HttpResponse.json({ ...minimalSite, routes: siteRoutes(language), ...over(language) });
    }),
    ...contentOf(seed),
  );
}
