import { HttpResponse, http } from 'msw';
import { templates } from '@/app/templates';
import type { Language } from '@/lib/language';
import { minimalSite } from '@/lib/site/minimal-site';
import type { MenuItem, Site, SiteRoute } from '@/lib/site/site';
import { api, server } from './server';

const forMembers = [
  'dashboard',
  'profile',
  'change-email',
  'activate-email',
  'change-password',
  'sub-accounts',
  'add-account',
  'select-account',
];
const paths: Record<string, string> = { home: '', maintenance: 'maintenence' };

const routeOf = (template: string): SiteRoute => ({
  key: template,
  template,
  rewrite_url: paths[template] ?? template,
  layout: forMembers.includes(template) ? 'dashboard' : 'default',
  requiresSignIn: forMembers.includes(template),
});

export const menuItem = (slug: string, over: Partial<MenuItem> = {}): MenuItem => ({
  slug,
  title: slug,
  children: [],
  ...over,
});

/** A site with every page of this build and nothing out of the ordinary. */
export const siteWith = (over: Partial<Site> = {}): Site => ({
  ...minimalSite,
  routes: Object.keys(templates).map(routeOf),
  ...over,
});

/** Serves this site, in both languages unless one is named. */
export function serveSite(over: Partial<Site> = {}, only?: Language): void {
  server.use(
    http.get(api('/configuration/bulk-initialize'), ({ request }) => {
      const language = new URL(request.url).searchParams.get('language');
      return only === undefined || only === language ? HttpResponse.json(siteWith(over)) : undefined;
    }),
  );
}
