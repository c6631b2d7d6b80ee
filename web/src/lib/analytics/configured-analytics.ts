import { settingsNow } from '@/lib/site/site';
import type { Analytics, Network } from './analytics';

const env = import.meta.env;

/** Addresses of the build's environment; without them no advertiser is told. */
const pixels: Record<Network, string | undefined> = {
  meta: env.VITE_PIXEL_META_URL,
  tiktok: env.VITE_PIXEL_TIKTOK_URL,
  snap: env.VITE_PIXEL_SNAP_URL,
  x: env.VITE_PIXEL_X_URL,
};

/** Tells the service that the operator has set; without one nothing leaves the site. */
function count(what: Record<string, string>): void {
  const collector = settingsNow()?.analyticsUrl;
  if (collector) {
    navigator.sendBeacon?.(collector, JSON.stringify(what));
  }
}

/** Sends to the services that the operator has configured. */
export const configuredAnalytics: Analytics = {
  pageView: (path) => count({ pageView: path }),
  outboundLink: async (url) => count({ outboundLink: url }),
  pixel(network) {
    const src = pixels[network];
    if (src) {
      document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
    }
  },
};
