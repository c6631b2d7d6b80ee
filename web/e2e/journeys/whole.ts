import { enDesktop, everyone, inFull, type Journeys } from './journey.ts';

/** Journeys through every page of the site, in the folder crawl: the part `whole`. */
export const ofSite: Journeys = {
  'every link leads to a page, and every route of the site opens': inFull('app', enDesktop),
  'every page is gone through with Tab, and every dialog left with Escape': inFull('app', everyone),
  'every page is good to look at': inFull('app', everyone),
  'every page has room for text of twice its size': inFull('app', ['en-phone', 'ar-phone']),
  'what search engines are told is there': inFull('app', ['en-desktop']),
};
