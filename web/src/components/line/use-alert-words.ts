import { useTranslation } from 'react-i18next';
import type { LineAlert } from '@/api/gen-session';
import { useOpenPath } from '@/lib/session/use-open-path';
import { spacedMobile } from '@/lib/text/digits';
import { day, dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

/** The page that resolves each alert; a move to another operator has its own page. */
const pages = { suspended: 'sim-information', ending: 'deactivateNumber', bill_overdue: 'myBills' };

/** Returns the address that resolves an alert; undefined if nothing can be done. */
function useWay(alert: LineAlert | undefined): string | undefined {
  const language = useLanguage();
  const { what, until, reference } = alert ?? {};
  const resolvable = what === 'suspended' || what === 'bill_overdue' || (what === 'ending' && until);
  const page = useOpenPath(resolvable ? pages[what] : '');
  return what === 'leaving' && reference ? `/${language}/leaving/${reference}` : page;
}

/** Returns the title of an alert about a line, and the address that resolves it. */
export function useAlertWords(alert: LineAlert | undefined, mobile: string) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const path = useWay(alert);
  const { what, since, until } = alert ?? {};
  const title =
    what &&
    t(`alert.${what}.title`, {
      number: `\u2066${spacedMobile(mobile)}\u2069`,
      since: since && (what === 'bill_overdue' ? day(since, language) : dayAndTime(since, language)),
      until: until && dayAndTime(until, language),
    });
  return { title, path };
}
