/** Advertisers whose pixel tells them that their advertisement led here. */
export type Network = 'meta' | 'tiktok' | 'snap' | 'x';

/** Who counts visits. Nothing personal goes out: no address with an order's id, no name, no number. */
export interface Analytics {
  pageView(path: string): void;
  /** Resolves when the visit is counted, at the latest after the time in the settings. */
  outboundLink(url: string): Promise<void>;
  pixel(network: Network): void;
}

const ids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** An address as it may be counted: without its ids. */
export const countedPath = (path: string): string => path.replace(ids, ':id');
