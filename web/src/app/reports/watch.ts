import { type MetricType, onCLS, onINP, onLCP } from 'web-vitals';
import type { ClientVital } from '@/api/gen-reports';
import { reportError, send } from './report';

/** Reports vitals for the page that was loaded, even if another page is open when they are known. */
function watchVitals(): void {
  const landedAt = location.pathname;
  const known = new Map<MetricType['name'], number>();
  const tellAll = () => {
    const vitals = [...known].map(([name, value]) => ({ name, value }) as ClientVital);
    known.clear();
    if (vitals.length > 0) {
      send({ vitals }, landedAt);
    }
  };
  const note = ({ name, value }: MetricType) => {
    known.set(name, value);
    if (document.visibilityState === 'hidden') {
      queueMicrotask(tellAll);
    }
  };
  onLCP(note);
  onINP(note);
  onCLS(note);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && tellAll());
  addEventListener('pagehide', tellAll);
}

let watching = false;

/** Starts to report uncaught errors and the speed of the page. */
export function watch(): void {
  if (watching) {
    return;
  }
  watching = true;
  addEventListener('error', ({ error, message }) => reportError(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => reportError(reason));
  watchVitals();
}
