import { inTab } from '@/lib/browser-parts';
import { serverNow } from '@/lib/http/server-clock';
import type { Language } from '@/lib/text/language';
import type { Site } from './site';
import { isWithin } from './time-window';

const storageKey = 'selfcare.before-maintenance';

const pathOf = (site: Site, language: Language): string =>
  `/${language}/${site.routes.find(({ key }) => key === 'maintenance')?.rewrite_url ?? 'maintenence'}`;

/** State of a navigation that leads back by itself: nothing has to be asked or given up before it. */
export const comesBack = 'comes back';

/**
 * The redirect because of maintenance: to the notice while it lasts, back to the customer's page
 * once it is over; undefined where the page may stay. Addresses are as the browser shows them, after the host.
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
