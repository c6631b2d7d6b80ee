import { useTranslation } from 'react-i18next';
import { stepPath } from '@/features/order/model/order-steps';
import { useOpenPath } from '@/lib/session/use-open-path';
import { spacedMobile } from '@/lib/text/digits';
import { day, dayAndTime, riyals } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import type { LineNews } from './use-line-news';

/** Returns the key of the page that resolves an alert; a move to another operator and an order have addresses. */
function pageOf(news: LineNews | undefined): string {
  switch (news?.what) {
    case 'suspended':
      return 'sim-information';
    case 'ending':
      return news.until ? 'deactivateNumber' : '';
    case 'bill_overdue':
      return 'myBills';
    case 'plan_short':
    case 'plan_grace':
    case 'plan_expired':
      return news.isStopped ? 'my-plan' : 'recharge';
    default:
      return '';
  }
}

/** Returns the address that resolves an alert; undefined if nothing can be done. */
function useWay(news: LineNews | undefined): string | undefined {
  const language = useLanguage();
  const page = useOpenPath(pageOf(news));
  if (news && 'order' in news) {
    return stepPath(language, 'order-details', news.order.id);
  }
  return news?.what === 'leaving' && news.reference ? `/${language}/leaving/${news.reference}` : page;
}

/** Returns the title of an alert about a line, and the address that resolves it. */
export function useAlertWords(news: LineNews | undefined, mobile: string) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const path = useWay(news);
  if (!news) {
    return { title: undefined, path };
  }
  const { what } = news;
  const since = 'since' in news ? news.since : undefined;
  const until = 'until' in news ? news.until : undefined;
  const amount = 'amount' in news ? news.amount : undefined;
  const title = t(`alert.${what}.title`, {
    number: `\u2066${spacedMobile(mobile)}\u2069`,
    order: 'order' in news ? `\u2066${news.order.orderNumber}\u2069` : undefined,
    amount: amount === undefined ? undefined : riyals(amount),
    since: since && (what === 'bill_overdue' ? day(since, language) : dayAndTime(since, language)),
    until: until && (what === 'plan_short' ? day(until, language) : dayAndTime(until, language)),
  });
  return { title, path };
}
