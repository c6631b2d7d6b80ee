import Check from 'lucide-react/icons/check';
import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import looks from '../components/stages.module.css';
import { isEsim } from '../model/kind';
import classes from './status-steps.module.css';

const statuses = ['placed', 'preparing', 'dispatched', 'delivered'] as const;

interface Props {
  order: Order;
  status: NonNullable<Order['customerStatus']>;
}

/** Order placed, Preparing, Dispatched, Delivered; an eSIM has these states in words of its own. */
export function StatusSteps({ order, status }: Props) {
  const { t } = useTranslation('details');
  const reached = statuses.indexOf(status);
  const words = isEsim(order) ? 'esimStatus' : 'status';
  return (
    <ol className={`card ${looks.stages}`} data-across aria-label={t('statusLabel')}>
      {statuses.map((entry, index) => {
        const done = index < reached || status === 'delivered';
        const now = index === reached;
        return (
          <li
            key={entry}
            className={`${looks.stage} ${classes.step}`}
            data-done={done || undefined}
            data-now={now || undefined}
            aria-current={now ? 'step' : undefined}
          >
            <span className={`${looks.dot} ${classes.dot}`} aria-hidden>
              {done && <Check size={16} strokeWidth={3} />}
            </span>
            <span>
              {t(`${words}.${entry}`)}
              {done && <span className="visually-hidden"> ({t('done')})</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
