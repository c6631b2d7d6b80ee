/** Advertisers whose pixel tells them that their advertisement led here. */
export type Network = 'meta' | 'tiktok' | 'snap' | 'x';

/** Counts visits. It sends no personal data: no order id in an address, no name, no number. */
export interface Analytics {
  pageView(path: string): void;
  /** Resolves when the visit is counted, at the latest after the time limit in the settings. */
  outboundLink(url: string): Promise<void>;
  pixel(network: Network): void;
}

const ids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Replaces the ids in an address, so that analytics never receives them. */
export const countedPath = (path: string): string => path.replace(ids, ':id');
