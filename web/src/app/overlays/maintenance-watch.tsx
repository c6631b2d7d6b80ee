import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Notice } from '@/components/notice';
import { comesBack, wayRoundMaintenance } from '@/lib/site/maintenance';
import { refreshSite, useSite } from '@/lib/site/site';
import { useLanguage } from '@/lib/text/use-language';
import { useMaintenanceAhead } from '../frame/use-maintenance-ahead';
import classes from './overlays.module.css';

/** Requests the site again at the interval in the settings; returns the number of checks. */
function useChecks(everyMs: number | undefined): number {
  const [checks, setChecks] = useState(0);
  const language = useLanguage();
  const check = useEffectEvent(async () => {
    await refreshSite(language);
    setChecks((count) => count + 1);
  });
  useEffect(() => {
    if (everyMs !== undefined) {
      const timer = setInterval(() => check(), everyMs);
      return () => clearInterval(timer);
    }
  }, [everyMs]);
  return checks;
}

/** Redirects to the maintenance page and back. */
function useWayRound(checks: number): void {
  const language = useLanguage();
  const site = useSite();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const follow = useEffectEvent(() => {
    const elsewhere = site && wayRoundMaintenance(site, language, pathname + search + hash);
    if (elsewhere) {
      void navigate(elsewhere, { replace: true, state: comesBack });
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: time, site and page are what it depends on
  useEffect(() => {
    follow();
  }, [checks, site, pathname]);
}

/** Checks for maintenance and announces it before it begins. */
export function MaintenanceWatch() {
  useWayRound(useChecks(useSite()?.settings.maintenanceCheckMs));
  const ahead = useMaintenanceAhead();
  if (!ahead) {
    return null;
  }
  return (
    <div className={`container ${classes.ahead}`}>
      <Notice tone="warning" title={ahead.title}>
        {ahead.text}
      </Notice>
    </div>
  );
}
