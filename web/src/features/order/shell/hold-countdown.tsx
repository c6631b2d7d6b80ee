import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { extendHold, type Order } from '@/api/gen';
import { ErrorNotice } from '@/components/error-notice';
import { Ltr } from '@/components/ltr';
import { useCountdown } from '@/lib/http/use-countdown';
import { clock, timeOfDay } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useOrderAction } from '../model/use-order-action';
import classes from './hold-countdown.module.css';

const lastMinutes = 300;
const lastMinute = 60;

/** Spoken once when five minutes and once when one minute are left; empty text says nothing. */
function useSpokenWarning(left: number): string {
  const { t } = useTranslation('order');
  if (left <= 0 || left > lastMinutes) {
    return '';
  }
  return left > lastMinute ? t('hold.fiveMinutes') : t('hold.oneMinute');
}

/** Spoken each time the hold was made longer. Its button cannot say so: it may be gone by then. */
function useSpokenExtension(until: string): string {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const [atFirst] = useState(until);
  return until === atFirst ? '' : t('hold.extended', { time: timeOfDay(until, language) });
}

/** The time left of the hold, by the server's clock. */
export function HoldClock({ until }: { until: string }) {
  const left = useCountdown(until);
  return (
    <span className={classes.clock} data-urgent={left <= lastMinutes || undefined} role="timer">
      <Ltr>{clock(left)}</Ltr>
    </span>
  );
}

/** One click keeps the number longer, as often as the settings allow. */
export function KeepNumber({ order, compact = false }: { order: Order; compact?: boolean }) {
  const { t } = useTranslation('order');
  const extend = useOrderAction<void>(order.id, (call) => extendHold(call));
  const extensionsLeft = order.booking?.extensionsLeft ?? 0;
  return (
    <div className={classes.keep}>
      {extensionsLeft > 0 ? (
        <Button
          variant="light"
          size={compact ? 'compact-md' : 'sm'}
          loading={extend.isPending}
          onClick={() => extend.mutate()}
        >
          {t('hold.keep')}
        </Button>
      ) : (
        <small className={classes.noMore}>{t('hold.noMore')}</small>
      )}
      <ErrorNotice error={extend.error} />
    </div>
  );
}

/** In the last minutes keeping the number is one tap away on phones, too. */
export function KeepNumberSoon({ order, until }: { order: Order; until: string }) {
  const left = useCountdown(until);
  if (left === 0 || left > lastMinutes || !order.booking?.extensionsLeft) {
    return null;
  }
  return (
    <div className={classes.soon}>
      <KeepNumber order={order} compact />
    </div>
  );
}

/** Speaks for one held number, whatever else of it is on the screen. */
export function HoldAnnouncer({ until }: { until: string }) {
  const warning = useSpokenWarning(useCountdown(until));
  const extension = useSpokenExtension(until);
  return (
    <>
      <div className="visually-hidden" aria-live="assertive">
        {warning}
      </div>
      <div className="visually-hidden" role="status">
        {extension}
      </div>
    </>
  );
}
