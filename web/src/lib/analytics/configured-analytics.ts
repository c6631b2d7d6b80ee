import type { Analytics, Network } from './analytics';

const env = import.meta.env;

/** Addresses of the build's environment; none of them set means that nothing leaves the site. */
const collector = env.VITE_ANALYTICS_URL;
const pixels: Record<Network, string | undefined> = {
  meta: env.VITE_PIXEL_META_URL,
  tiktok: env.VITE_PIXEL_TIKTOK_URL,
  snap: env.VITE_PIXEL_SNAP_URL,
  x: env.VITE_PIXEL_X_URL,
};

function count(what: Record<string, string>): void {
  if (collector) {
    navigator.sendBeacon(collector, JSON.stringify(what));
  }
}

/** Sends to the services the build was configured with. */
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
