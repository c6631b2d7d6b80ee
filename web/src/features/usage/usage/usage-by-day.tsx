import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { UsageDetail } from '@/api/gen-usage';
import { getUsageOverviewOptions } from '@/api/gen-usage/@tanstack/react-query.gen';
import { Money } from '@/components/money';
import { useLineCall } from '@/lib/session/use-line-call';
import { dayAhead } from '@/lib/text/days';
import { weekday } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';
import classes from './usage.module.css';
import { UsageRow } from './usage-row';
import type { UsageFilter } from './use-usage-filter';

/** Returns the sum of each whole day of the period: a page of the list may hold a part of a day. */
function useSums(filter: UsageFilter) {
  const { data } = useQuery(
    getUsageOverviewOptions({
      ...useLineCall(),
      path: { type: filter.kind },
      query: { ...filter.query, per_page: 1 },
    }),
  );
  const { days = [], unit } = data?.data ?? {};
  return (day: string) => {
    const sum = days.find((one) => one.day === day);
    return sum && unit ? { ...sum, unit } : undefined;
  };
}

/** Groups a list, the newest first, by its days in Riyadh. */
function byDay(items: UsageDetail[]): [day: string, details: UsageDetail[]][] {
  const days = new Map<string, UsageDetail[]>();
  for (const item of items) {
    const day = dayAhead(0, Date.parse(item.at));
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return [...days];
}

/** A page of usage under its days, each with the sum of the whole day. */
export function UsageByDay({ items, filter }: { items: UsageDetail[]; filter: UsageFilter }) {
  const { t } = useTranslation('usage');
  const language = useLanguage();
  const quantity = useQuantity();
  const sumOf = useSums(filter);
  return byDay(items).map(([day, details]) => {
    const sum = sumOf(day);
    return (
      <section key={day} aria-labelledby={`day-${day}`}>
        <h3 id={`day-${day}`} className={classes.dayHead}>
          <time dateTime={day}>{weekday(details[0]?.at ?? day, language)}</time>
          {sum && (
            <span>
              {quantity(sum.amount, sum.unit)}
              {sum.charged > 0 && (
                <>
                  {' · '}
                  <Money amount={sum.charged} />
                </>
              )}
              <span className="visually-hidden"> {t('usage.list.wholeDay')}</span>
            </span>
          )}
        </h3>
        <ul className={classes.dayRows}>
          {details.map((detail) => (
            <UsageRow key={detail.id} detail={detail} inDay />
          ))}
        </ul>
      </section>
    );
  });
}
