import { useTranslation } from 'react-i18next';
import type { OpeningDay, OpeningSpan, Store } from '@/api/gen-shops';
import { Stack } from '@/components/ui/layout';
import { serverNow } from '@/lib/http/server-clock';
import { day as dateOf, timeOfDay } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './shops.module.css';
import { useDayNames } from './use-day-names';

/** Converts a time of the opening hours for formatting. */
const ofClock = (clock: string): string => `2026-01-01T${clock === '24:00' ? '00:00' : clock}:00+03:00`;

/** Returns a formatter that writes the end of a day as a word. */
function useTime() {
  const { t } = useTranslation('shops');
  const language = useLanguage();
  return (iso: string): string =>
    Date.parse(iso) % aDay === midnight ? t('hours.midnight') : timeOfDay(iso, language);
}

const aDay = 86_400_000;
/** Midnight in Riyadh is at nine in the evening of UTC, in all seasons. */
const midnight = 75_600_000;

const allDay = ({ from, until }: OpeningSpan): boolean => from === '00:00' && until === '24:00';

/** The present opening state of a store and its next change, from the server. */
export function OpenState({ store }: { store: Store }) {
  const { t } = useTranslation('shops');
  const language = useLanguage();
  const timeOf = useTime();
  const { weekdayOf } = useDayNames();
  const { open, changesAt } = store;
  const words = () => {
    if (!changesAt) {
      return t(open ? 'state.openAlways' : 'state.closed');
    }
    const time = timeOf(changesAt);
    if (open) {
      return t('state.openUntil', { time });
    }
    const today = dateOf(new Date(serverNow()).toISOString(), language);
    return dateOf(changesAt, language) === today
      ? t('state.closedUntil', { time })
      : t('state.closedUntilDay', { day: weekdayOf(changesAt), time });
  };
  return (
    <p className={classes.state} data-open={open}>
      {words()}
    </p>
  );
}

function Spans({ spans }: { spans: OpeningSpan[] }) {
  const { t } = useTranslation('shops');
  const timeOf = useTime();
  if (spans.length === 0) {
    return t('hours.closed');
  }
  return spans.map((span) => (
    <span key={span.from} className={classes.span}>
      {allDay(span)
        ? t('hours.always')
        : t('hours.span', {
            from: timeOf(ofClock(span.from)),
            until: timeOf(ofClock(span.until)),
          })}
    </span>
  ));
}

function Week({ title, days }: { title: string; days: OpeningDay[] }) {
  const { nameOf } = useDayNames();
  return (
    <section>
      <h4 className={classes.week}>{title}</h4>
      <Stack component="dl" gap={5.6} className={classes.days}>
        {days.map(({ day, spans }) => (
          <div key={day}>
            <dt>{nameOf(day)}</dt>
            <dd>
              <Spans spans={spans} />
            </dd>
          </div>
        ))}
      </Stack>
    </section>
  );
}

/** The hours of each day; the present set comes first. */
export function Hours({ store, ramadan }: { store: Store; ramadan: boolean }) {
  const { t } = useTranslation('shops');
  const year = <Week key="year" title={t('hours.year')} days={store.hours} />;
  const inRamadan = <Week key="ramadan" title={t('hours.ramadan')} days={store.ramadanHours} />;
  return (
    <details className={classes.hours}>
      <summary>{t('hours.title')}</summary>
      <Stack>{ramadan ? [inRamadan, year] : [year, inRamadan]}</Stack>
    </details>
  );
}
