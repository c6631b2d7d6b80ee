import { Button } from '@mantine/core';
import Clock from 'lucide-react/icons/clock';
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

/** Seconds before the end at which the customer is warned: five minutes, two, one. */
const warnedAt = [300, 120, 60];
const [lastMinutes = 0] = warnedAt;
const lastMinute = 60;

interface Warning {
  /** The last of these times that has passed; undefined before the first and after the end. */
  passed: number | undefined;
  /** The minutes left when the page noticed: the value is true even after the device slept. */
  minutes: number;
}

/** Returns a new warning at each of these times, as soon as the page notices it. */
function useWarning(until: string): Warning {
  const left = useCountdown(until);
  const passed = left > 0 ? warnedAt.filter((moment) => left <= moment).at(-1) : undefined;
  const noticed = { passed, minutes: Math.ceil(left / 60) };
  const [warning, setWarning] = useState(noticed);
  if (warning.passed !== passed) {
    setWarning(noticed);
    return noticed;
  }
  return warning;
}

/**
 * Returns a text for screen readers each time the hold is extended. The button may have disappeared, so it
 * cannot announce the change.
 */
function useSpokenExtension(until: string): string {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const [atFirst] = useState(until);
  return until === atFirst ? '' : t('hold.extended', { time: timeOfDay(until, language) });
}

/** The time left of the reservation, by the server's clock. */
export function HoldClock({ until }: { until: string }) {
  const left = useCountdown(until);
  return (
    <span className={classes.clock} data-urgent={left <= lastMinutes || undefined} role="timer">
      <Ltr>{clock(left)}</Ltr>
    </span>
  );
}

/** The warning disappears with its button, so the focus moves to the page. */
const focusPage = () => document.getElementById('content')?.focus({ preventScroll: true });

/** Extends the reservation with one click, as often as the settings allow. */
export function KeepNumber({ order, compact = false }: { order: Order; compact?: boolean }) {
  const { t } = useTranslation('order');
  const extend = useOrderAction<void>(order.id, (call) => extendHold(call));
  const extensionsLeft = order.booking?.extensionsLeft ?? 0;
  return (
    <div className={`stack tight start ${classes.keep}`}>
      {extensionsLeft > 0 ? (
        <Button
          variant="light"
          size={compact ? 'compact-md' : 'sm'}
          loading={extend.isPending}
          onClick={() => extend.mutate(undefined, { onSuccess: compact ? focusPage : undefined })}
        >
          {t('hold.keep')}
        </Button>
      ) : (
        <small className="dimmed">{t('hold.noMore')}</small>
      )}
      <ErrorNotice error={extend.error} />
    </div>
  );
}

/** Shows the end of the reservation in its last minutes, with a button that extends it. */
export function HoldWarning({ order, until }: { order: Order; until: string }) {
  const { t } = useTranslation('order');
  const { passed } = useWarning(until);
  if (passed === undefined) {
    return null;
  }
  return (
    <div className={classes.warning} data-last={passed === lastMinute || undefined} data-hold-ends>
      <p className={classes.ends}>
        <Clock size={20} aria-hidden />
        {t('hold.ends')} <HoldClock until={until} />
      </p>
      <KeepNumber order={order} compact />
    </div>
  );
}

/**
 * Announces the time for one reserved number, even if several countdowns are on the screen. The last minute
 * interrupts.
 */
export function HoldAnnouncer({ order, until }: { order: Order; until: string }) {
  const { t } = useTranslation('order');
  const { passed, minutes } = useWarning(until);
  const extension = useSpokenExtension(until);
  const whatHelps = order.booking?.extensionsLeft ? t('hold.extend') : t('hold.noMore');
  const warning = passed === undefined ? '' : `${t('hold.minutesLeft', { count: minutes })} ${whatHelps}`;
  return (
    <>
      <div className="visually-hidden" aria-live="polite">
        {passed !== lastMinute && warning}
      </div>
      <div className="visually-hidden" aria-live="assertive">
        {passed === lastMinute && warning}
      </div>
      <div className="visually-hidden" role="status">
        {extension}
      </div>
    </>
  );
}
