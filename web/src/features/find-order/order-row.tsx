import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OrderSummary } from '@/api/gen-later';
import { Msisdn } from '@/components/ltr';
import { Money } from '@/components/money';
import { OrderLinks } from '@/components/order-links';
import { stepPath } from '@/features/order/model/order-steps';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './orders.module.css';

const kinds = ['sim', 'esim', 'sim-replacement', 'esim-replacement', 'multisim'] as const;

const tones: Partial<Record<OrderSummary['stage'], string>> = {
  active: 'positive',
  delivered: 'positive',
  wizard: 'warning',
  held: 'warning',
  'number-lost': 'warning',
  cancelling: 'quiet',
  cancelled: 'quiet',
  abandoned: 'quiet',
};

/** Kinds come from the server; a kind without a text is shown as a SIM. */
const kindOf = (kind: string) => kinds.find((known) => known === kind) ?? 'sim';

/** An order in a list; the whole row opens it. */
export function OrderRow({ order }: { order: OrderSummary }) {
  const { t } = useTranslation('find-order');
  const language = useLanguage();
  const number = `\u2066${order.orderNumber}\u2069`;
  return (
    <li className={`card ${classes.order}`}>
      <div>
        <h2>
          {order.simName && <bdi>{order.simName}</bdi>}
          {order.simName && order.msisdn && ' · '}
          {order.msisdn ? <Msisdn value={order.msisdn} /> : !order.simName && t('mine.noMsisdn')}
        </h2>
        <p className={classes.facts}>
          <span>{t(`kind.${kindOf(order.kind)}`)}</span>
          {order.numberSource === 'port-in' && <span>{t('kind.port')}</span>}
          <Link
            className={classes.open}
            to={stepPath(language, 'order-details', order.id)}
            aria-label={t('mine.open', { number })}
          >
            {t('mine.number', { number })}
          </Link>
          <span>{t('mine.at', { day: day(order.createdAt, language) })}</span>
        </p>
        {order.links && (
          <div className={classes.links}>
            <OrderLinks links={order.links} />
          </div>
        )}
      </div>
      <div className={classes.end}>
        <span className="pill" data-tone={tones[order.stage]}>
          {t(order.canCorrectAddress ? 'stage.address-refused' : `stage.${order.stage}`)}
        </span>
        {order.total !== undefined && <Money amount={order.total} freeWhenZero />}
      </div>
    </li>
  );
}
