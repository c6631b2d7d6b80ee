import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import type { GetOrderTimelineResponse } from '@/api/gen-later';
import { getOrderTimelineOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { HelpLink } from '@/components/support/help-link';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { orderCall } from '../model/order-query';
import classes from './order-timeline.module.css';

const newest = 6;
const askAgainAfter = 15_000;

type Unreached = GetOrderTimelineResponse['unreached'];

/** Messages do not arrive: the address, and the customer's options. */
function NotReached({ unreached }: { unreached: Unreached }) {
  const { t } = useTranslation('details');
  return (
    <div className={classes.unreached}>
      {unreached.map(({ channel, address }) => (
        <Notice
          key={channel}
          tone="warning"
          title={t('unreached.title', { address: `\u2066${address}\u2069` })}
          action={<HelpLink />}
        >
          {t(`unreached.${channel}`)}
        </Notice>
      ))}
    </div>
  );
}

/** The events so far, the newest first; older ones on request. */
export function OrderTimeline({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  const { data, error, isPending, refetch } = useQuery({
    ...getOrderTimelineOptions(orderCall(order.id, language)),
    // An ended order is not updated live, and its last events may have come while another page was open.
    staleTime: 0,
    // A report that a message did not arrive comes without an event of the order.
    refetchInterval: askAgainAfter,
  });
  const [all, setAll] = useState(false);
  const events = data?.items.toReversed() ?? [];
  const shown = all ? events : events.slice(0, newest);
  return (
    <section aria-labelledby="timeline">
      {data && data.unreached.length > 0 && <NotReached unreached={data.unreached} />}
      <h2 id="timeline" className={classes.title}>
        {t('timeline.title')}
      </h2>
      {isPending && <Loading lines={3} height={44} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {data && events.length === 0 && <p>{t('timeline.empty')}</p>}
      <ol className={classes.events} aria-live="polite">
        {shown.map(({ id, title, at }) => (
          <li key={id} className={classes.event}>
            <span>{title}</span>
            <time dateTime={at}>{dayAndTime(at, language)}</time>
          </li>
        ))}
      </ol>
      {shown.length < events.length && (
        <Button variant="default" size="sm" onClick={() => setAll(true)}>
          {t('timeline.all')}
        </Button>
      )}
    </section>
  );
}
