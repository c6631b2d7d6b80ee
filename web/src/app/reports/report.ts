import type { ClientError, ClientReport, ClientVital } from '@/api/gen-reports';
import { settingsNow } from '@/lib/site/site';
import { appVersion } from '@/lib/site/version';
import { languageOr } from '@/lib/text/language';
import { pageOf } from './page';
import { nameOf, placeOf, tell } from './words';

const address = '/api/client-reports';
const mostErrors = 20;

/** Other browsers also call themselves Chrome and Safari, so they come first. */
const browsers: [RegExp, ClientReport['browser']][] = [
  [/Edg\//, 'edge'],
  [/SamsungBrowser\//, 'samsung'],
  [/Firefox\/|FxiOS\//, 'firefox'],
  [/Chrome\/|CriOS\//, 'chrome'],
  [/Safari\//, 'safari'],
];

export const browserOf = (agent: string): ClientReport['browser'] =>
  browsers.find(([pattern]) => pattern.test(agent))?.[1] ?? 'other';

const drawn = Math.random() * 100;

/**
 * Tells whether this visit is in the share of visits that report. A site that failed to start always reports.
 */
const isOfTheShare = (): boolean => drawn < (settingsNow()?.clientReportPercent ?? 100);

interface Told {
  errors?: ClientError[];
  vitals?: ClientVital[];
}

/** Sends a report without waiting, also while the visitor leaves the page. */
export function send({ errors = [], vitals = [] }: Told, pathname: string): void {
  if (!isOfTheShare()) {
    return;
  }
  const report: ClientReport = {
    page: pageOf(pathname),
    build: appVersion,
    browser: browserOf(navigator.userAgent),
    language: languageOr(pathname.split('/')[1]),
    errors,
    vitals,
  };
  navigator.sendBeacon?.(address, new Blob([JSON.stringify(report)], { type: 'application/json' }));
}

const reported = new Set<string>();

/** Reports an error, once in a visit. */
export function reportError(error: unknown): void {
  const message = error instanceof Error || error instanceof DOMException ? error.message : String(error);
  const at = placeOf(error);
  const told: ClientError = { name: nameOf(error), words: tell(message), ...(at && { at }) };
  const key = JSON.stringify(told);
  if (!reported.has(key) && reported.size < mostErrors) {
    reported.add(key);
    send({ errors: [told] }, location.pathname);
  }
}
