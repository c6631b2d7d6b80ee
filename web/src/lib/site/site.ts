import { useSyncExternalStore } from 'react';
import type { BulkConfiguration } from '@/api/gen-site';
import { ApiError } from '@/api/problem';
import { type Language, otherLanguage } from '@/lib/text/language';
import { useLanguage } from '@/lib/text/use-language';
import { takeInlineSite } from './inline-site';
import { previewToken } from './preview';

/** Routes, menus, texts and settings of the site in a language. */
export type Site = BulkConfiguration;
export type SiteRoute = Site['routes'][number];
export type MenuItem = Site['mainMenu']['items'][number];

const sites = new Map<Language, Site>();
const readers = new Set<() => void>();

/** Stores the site in a language. */
export function learnSite(language: Language, site: Site): void {
  sites.set(language, site);
  for (const reader of readers) {
    reader();
  }
}

export const knownSite = (language: Language): Site | undefined => sites.get(language);

async function askSite(language: Language): Promise<Site> {
  const { fetchSite } = await import('./fetch-site');
  return fetchSite(language);
}

/** This refusal does not prevent the start of the site. */
const goOnAnyway = -15;

async function instead(language: Language, error: unknown): Promise<Site> {
  const elsewhere = sites.get(otherLanguage(language));
  if (elsewhere) {
    return elsewhere; // until the next check, menus in the other language are better than no page
  }
  if (error instanceof ApiError && error.problem?.code === goOnAnyway) {
    return (await import('./minimal-site')).minimalSite;
  }
  throw error;
}

/** Returns the site in a language: already known, from the document, or requested. */
export async function siteIn(language: Language): Promise<Site> {
  const known = sites.get(language) ?? (previewToken() ? undefined : takeInlineSite(language));
  if (known) {
    learnSite(language, known);
    return known;
  }
  try {
    const site = await askSite(language);
    learnSite(language, site);
    return site;
  } catch (error) {
    return instead(language, error);
  }
}

/** Requests the site again, because it may have changed. Without a connection the known site stays. */
export async function refreshSite(language: Language): Promise<void> {
  try {
    learnSite(language, await askSite(language));
  } catch {
    // The next check requests the site again.
  }
}

/** Calls the reader whenever a site is learned. */
export const watchSites = (reader: () => void) => {
  readers.add(reader);
  return () => {
    readers.delete(reader);
  };
};

/** Returns the settings, which are the same in each language. */
export const settingsNow = (): Site['settings'] | undefined => sites.values().next().value?.settings;

/** Returns the site in the page's language; undefined only while nothing could be loaded. */
export function useSite(): Site | undefined {
  const language = useLanguage();
  const read = () => sites.get(language) ?? sites.get(otherLanguage(language));
  return useSyncExternalStore(watchSites, read, read);
}

/** Resets the sites between tests. */
export const forgetSites = (): void => sites.clear();
