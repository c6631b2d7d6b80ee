import { useEffect } from 'react';
import type { Analytics } from '@/lib/analytics/analytics';
import { useSite } from '@/lib/site/site';

/** Returns the link to another site that a plain click opens in this window. */
function linkElsewhere(event: MouseEvent): HTMLAnchorElement | undefined {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const elsewhere =
    link && /^https?:$/.test(link.protocol) && link.origin !== location.origin && !link.target;
  return plain && elsewhere && !event.defaultPrevented ? link : undefined;
}

/** Delays a link to another site until the click is counted, at most for the time in the settings. */
export function useOutboundLinks(analytics: Analytics): void {
  const waitMs = useSite()?.settings.outboundLinkFallbackMs;
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = linkElsewhere(event);
      if (!link) {
        return;
      }
      event.preventDefault();
      const tooLate = new Promise((resolve) => setTimeout(resolve, waitMs));
      const counted = analytics.outboundLink(link.href).catch((error: unknown) => console.warn(error));
      void Promise.race([counted, tooLate]).then(() => location.assign(link.href));
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [analytics, waitMs]);
}
