import { Button } from '@mantine/core';
import { createContext, use, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { countedPath, type Network } from '@/lib/analytics/analytics';
import { consent, keepConsent, rememberTold, unreportedNetwork } from '@/lib/analytics/campaign';
import { configuredAnalytics } from '@/lib/analytics/configured-analytics';
import { asWritten } from '@/lib/text/as-written';
import classes from './overlays.module.css';
import { useOutboundLinks } from './use-outbound-links';

/** The analytics of the app; tests replace it. */
export const AnalyticsContext = createContext(configuredAnalytics);

function usePageViews(): void {
  const analytics = use(AnalyticsContext);
  const { pathname } = useLocation();
  useEffect(() => {
    analytics.pageView(countedPath(asWritten(pathname)));
  }, [analytics, pathname]);
}

interface Campaign {
  network: Network;
  search: string;
}

/**
 * Returns the advertiser that led here, until the visit is reported or the visitor refuses. The advertiser
 * stays while the visitor opens other pages.
 */
function useCampaign(): Campaign | undefined {
  const { search } = useLocation();
  const [campaign, setCampaign] = useState<Campaign>();
  useEffect(() => {
    const network = unreportedNetwork(search);
    if (network) {
      setCampaign({ network, search });
    }
  }, [search]);
  return campaign;
}

/**
 * Counts page views and links to other sites. Reports a visit to the advertiser after the visitor has agreed.
 */
export function Tracking() {
  const { t } = useTranslation('shell');
  const analytics = use(AnalyticsContext);
  const campaign = useCampaign();
  const [said, setSaid] = useState(consent);
  usePageViews();
  useOutboundLinks(analytics);
  useEffect(() => {
    if (campaign && said) {
      analytics.pixel(campaign.network);
      rememberTold(campaign.search);
    }
  }, [analytics, campaign, said]);
  if (!campaign || said !== null) {
    return null;
  }
  const say = (given: boolean) => {
    keepConsent(given);
    setSaid(given);
  };
  return (
    <section className={classes.consent} aria-label={t('consent.label')}>
      <p>{t('consent.text')}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => say(false)}>
          {t('consent.no')}
        </Button>
        <Button onClick={() => say(true)}>{t('consent.yes')}</Button>
      </div>
    </section>
  );
}
