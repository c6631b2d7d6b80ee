import type { Plan } from '@/api/gen-plans';
import { usePath } from '@/lib/site/use-path';

/**
 * Returns the page on which a customer switches to the plan: its own page, or the page of the line's plan if
 * the site has no page for the switch.
 */
export function useSwitchPath({ id }: Pick<Plan, 'id'>): string {
  const [page, mine] = [usePath('switch-plan'), usePath('my-plan')];
  return page ? `${page}/${id}` : (mine ?? '');
}
