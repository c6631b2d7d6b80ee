import { useEffect } from 'react';
import { MaintenanceWatch } from './maintenance-watch';
import { OrderForgotten } from './order-forgotten';
import { Popup } from './popup';
import { SessionExpired } from './session-expired';
import { StillChecking } from './still-checking';
import { Tracking } from './tracking';
import { UpdateScreen } from './update-screen';

/** An older version of the site may have left one behind, which would go on serving old files. */
async function unregisterServiceWorkers(): Promise<void> {
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(workers.map((worker) => worker.unregister()));
}

/** What surrounds every page and may come a moment after it. */
export default function AfterPaint() {
  useEffect(() => {
    unregisterServiceWorkers().catch((error: unknown) => console.warn('service workers', error));
  }, []);
  return (
    <>
      <MaintenanceWatch />
      <OrderForgotten />
      <UpdateScreen>
        <SessionExpired />
        <Popup />
      </UpdateScreen>
      <StillChecking />
      <Tracking />
    </>
  );
}
