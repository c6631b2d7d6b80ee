import { useEffect } from 'react';
import { serviceWorkers } from '@/lib/browser-parts';
import { settingsNow } from '@/lib/site/site';
import { MaintenanceWatch } from './maintenance-watch';
import { OrderForgotten } from './order-forgotten';
import { Popup } from './popup';
import { PreviewBar } from './preview-bar';
import { SentBack } from './sent-back';
import { SessionExpired } from './session-expired';
import { StillChecking } from './still-checking';
import { Tracking } from './tracking';
import { UpdateScreen } from './update-screen';

/** An older version of the site may have left a service worker, which would serve old files. */
async function unregisterServiceWorkers(): Promise<void> {
  const workers = (await serviceWorkers()?.getRegistrations()) ?? [];
  await Promise.all(workers.map((worker) => worker.unregister()));
}

/** Starts to report errors and vitals after the first paint, so that the reports do not delay the page. */
function useReports(): void {
  useEffect(() => {
    const start = async () => {
      if (settingsNow()?.clientReportPercent !== 0) {
        (await import('../reports/watch')).watch();
      }
    };
    const begin = () => void start().catch((error: unknown) => console.warn('reports', error));
    if (document.readyState === 'complete') {
      begin();
      return undefined;
    }
    addEventListener('load', begin, { once: true });
    return () => removeEventListener('load', begin);
  }, []);
}

/** Parts around each page that load after the first paint. */
export default function AfterPaint() {
  useEffect(() => {
    unregisterServiceWorkers().catch((error: unknown) => console.warn('service workers', error));
  }, []);
  useReports();
  return (
    <>
      <MaintenanceWatch />
      <OrderForgotten />
      <SentBack />
      <UpdateScreen>
        <SessionExpired />
        <Popup />
      </UpdateScreen>
      <StillChecking />
      <PreviewBar />
      <Tracking />
    </>
  );
}
