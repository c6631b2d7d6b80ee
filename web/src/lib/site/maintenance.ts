import { inTab } from '@/lib/browser-parts';
import { serverNow } from '@/lib/http/server-clock';
import type { Language } from '@/lib/text/language';
import type { Site } from './site';
import { isWithin } from './time-window';

const storageKey = 'selfcare.before-maintenance';

const pathOf = (site: Site, language: Language): string =>
  `/${language}/${site.routes.find(({ key }) => key === 'maintenance')?.rewrite_url ?? 'maintenence'}`;

/**
 * Navigation state of a redirect that returns by itself: the page asks for no confirmation and gives up
 * nothing.
 */
export const comesBack = 'comes back';

/**
 * Returns the redirect during maintenance: to the notice while maintenance lasts, and back to the customer's
 * page afterwards; undefined if the page stays. Addresses are the part after the host.
 */
export function wayRoundMaintenance(site: Site, language: Language, address: string): string | undefined {
  const notice = encodeURI(pathOf(site, language));
  const there = address.split(/[?#]/)[0] === notice;
  const schedule = site.maintenanceSchedule;
  const underWay = Boolean(schedule && isWithin(schedule, serverNow()));
  if (underWay === there) {
    return undefined;
  }
  if (there) {
    return inTab.read(storageKey) ?? '/';
  }
  inTab.write(storageKey, address);
  return notice;
}
