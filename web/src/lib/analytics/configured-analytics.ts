import { settingsNow } from '@/lib/site/site';
import type { Analytics, Network } from './analytics';

const env = import.meta.env;

/**
 * Pixel addresses from the build's environment. Without an address the site does not report to that
 * advertiser.
 */
const pixels: Record<Network, string | undefined> = {
  meta: env.VITE_PIXEL_META_URL,
  tiktok: env.VITE_PIXEL_TIKTOK_URL,
  snap: env.VITE_PIXEL_SNAP_URL,
  x: env.VITE_PIXEL_X_URL,
};

/** Sends to the analytics service of the operator. Without such a service the site sends nothing. */
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
