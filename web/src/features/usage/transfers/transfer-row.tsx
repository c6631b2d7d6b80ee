import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Transfer } from '@/api/gen-transfers';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import rows from '@/components/rows.module.css';
import { usePath } from '@/lib/site/use-path';
import { day, timeOfDay } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';
import classes from '../history.module.css';

/** The number of a transfer. It links the sender to the purchase; the recipient sees only the number. */
function NumberOf({ transfer: { id, number, direction } }: { transfer: Transfer }) {
  const { t } = useTranslation('usage');
  const path = usePath('purchase');
  if (direction === 'received' || !path) {
    return (
      <>
        {t('number')} <Ltr>{number}</Ltr>
      </>
    );
  }
  return (
    <Link to={`${path}/${id}`} aria-label={t('transfers.see', { number })}>
      <Ltr>{number}</Ltr>
    </Link>
  );
}

/** A transfer: its content, the other party, its time and its result. */
export function TransferRow({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation('usage');
  const language = useLanguage();
  const quantity = useQuantity();
  const { kind, direction, party, status, amount, megabytes, at } = transfer;
  return (
    <li className={rows.row}>
      <div>
        <p className={rows.what}>
          {kind === 'international' ? t('transfers.sent.international') : t(`transfers.${direction}.${kind}`)}
        </p>
        <p className={rows.dimmed}>
          <span>
            {t(direction === 'sent' ? 'transfers.to' : 'transfers.from')} <Ltr>{party}</Ltr>
          </span>
          {status !== 'done' && <span>{t(`transfers.${status}`)}</span>}
          <time dateTime={at}>
            {day(at, language)} {timeOfDay(at, language)}
          </time>
        </p>
        <p className={rows.dimmed}>
          <NumberOf transfer={transfer} />
        </p>
      </div>
      <div className={`${rows.amounts} ${status === 'returned' ? classes.returned : ''}`}>
        {amount !== undefined && <Money amount={amount} />}
        {megabytes !== undefined && quantity(megabytes, 'MB')}
      </div>
    </li>
  );
}
