import { enDesktop, enPhone, everyone, type Journeys, wholeSite } from './journey.ts';

/** Through every page of the site, in the folder whole. */
export const ofSite: Journeys = {
  'every link leads to a page, and every route of the site opens': wholeSite(enDesktop, enDesktop),
  'every page is gone through with Tab, and every dialog left with Escape': wholeSite(enPhone, everyone),
  'every page is good to look at': wholeSite(enDesktop, everyone),
  'what search engines are told is there': wholeSite(['en-desktop'], ['en-desktop']),
};
