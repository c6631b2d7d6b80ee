import { useTranslation } from 'react-i18next';
import type { Plan } from '@/api/gen-plans';
import { CompareCheck } from '@/components/comparison/compare-check';
import type { Compared } from '@/components/comparison/use-compared';
import { PrimaryLink, SecondaryLink } from '@/components/primary-action';
import { SaleCard } from '@/components/sale/sale-card';
import { useSession } from '@/lib/session';
import { usePath } from '@/lib/site/use-path';
import { ineligibilityOf } from './eligible';
import { useCycleWords } from './use-cycle-words';
import { useSwitchPath } from './use-switch-path';

/**
 * Returns the page on which the customer gets a plan: the order of a guest, the switch of a line that may
 * have the plan, otherwise the plan's own page, which names the reason.
 */
function useWayTo(plan: Plan, page: string): { to: string; word: 'switch' | 'get' | 'see' } {
  const { status, selected } = useSession();
  const order = usePath('order-sim');
  const change = useSwitchPath(plan);
  if (selected && !ineligibilityOf(plan, selected.properties)) {
    return { to: change, word: 'switch' };
  }
  if (status === 'guest' && plan.kind === 'voice' && order) {
    return { to: `${order}?package=${plan.id}`, word: 'get' };
  }
  return { to: page, word: 'see' };
}

interface Props {
  plan: Plan;
  /** The one mark of the list, such as "Popular". */
  mark?: string | undefined;
  /** The reason why this plan suits the customer best. */
  reason?: string | undefined;
  compared?: Compared;
}

/** A plan in a list. Its name links to its page, and its button to the way to get it. */
export function PlanCard({ plan, mark, reason, compared }: Props) {
  const { t } = useTranslation('sale');
  const cycle = useCycleWords();
  const page = `${usePath('plans') ?? ''}/${plan.id}`;
  const { to, word } = useWayTo(plan, page);
  const Way = word === 'see' ? SecondaryLink : PrimaryLink;
  return (
    <SaleCard
      name={plan.name}
      to={page}
      mark={reason ? t('best.title') : mark}
      reason={reason}
      price={plan.price}
      period={cycle(plan)}
      contents={plan.items}
      isChosen={compared?.ids.includes(plan.id) ?? false}
      action={<Way to={to}>{t(word, { name: plan.name })}</Way>}
      compare={compared && <CompareCheck item={plan} compared={compared} />}
    />
  );
}
