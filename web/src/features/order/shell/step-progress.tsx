import Check from 'lucide-react/icons/check';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Order } from '@/api/gen';
import { useLanguage } from '@/lib/text/use-language';
import { isPartOfWay, pageOf, type StepId, stepPath } from '../model/order-steps';
import classes from './step-progress.module.css';

/**
 * Returns the name of a step in the list. In an order of a further SIM the first step is about the SIM, which
 * may need no phone.
 */
function useStepName({ kind }: Order) {
  const { t } = useTranslation('order');
  return (id: StepId): string =>
    t(
      id === 'purchase-type-selection' && kind === 'multisim'
        ? `steps.${id}.shortOfSim`
        : `steps.${pageOf(id)}.short`,
    );
}

/**
 * Tells whether a step is completed. A payment is not, until its outcome is known: the order has a step for
 * the outcome, which the customer sees as part of the payment.
 */
const isDone = ({ steps }: Order, id: StepId): boolean =>
  steps.filter((step) => pageOf(step.id) === pageOf(id)).every(({ done }) => done);

/** The current step, with links back to the completed steps. */
export function StepProgress({ order, current }: { order: Order; current: StepId }) {
  const { t } = useTranslation(['order', 'common']);
  const language = useLanguage();
  const nameOf = useStepName(order);
  const steps = order.steps
    .filter(({ id }) => isPartOfWay(id))
    .map(({ id, open }) => ({ id, open, done: isDone(order, id) }));
  const position = steps.findIndex(({ id }) => pageOf(id) === pageOf(current));
  const before = steps.slice(0, position).findLast(({ open }) => open);
  return (
    <nav className={classes.progress} aria-label={t('progress.label')}>
      <p className={classes.of}>
        {t('progress.of', { step: position + 1, total: steps.length })}
        {before && (
          <Link className={classes.back} to={stepPath(language, before.id, order.id)}>
            {t('common:actions.back')}
          </Link>
        )}
      </p>
      <ol className={classes.list}>
        {steps.map(({ id, done, open }) => (
          <li
            key={id}
            className={classes.step}
            data-done={done || undefined}
            data-current={pageOf(id) === pageOf(current) || undefined}
            aria-current={pageOf(id) === pageOf(current) ? 'step' : undefined}
          >
            <span className={classes.bar} aria-hidden />
            <span className={classes.name}>
              {done && <Check size={15} aria-hidden />}
              {open && pageOf(id) !== pageOf(current) ? (
                <Link to={stepPath(language, id, order.id)}>{nameOf(id)}</Link>
              ) : (
                nameOf(id)
              )}
              {done && <span className="visually-hidden"> ({t('progress.done')})</span>}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
