import type { Plan } from '@/api/gen-plans';
import { usePath } from '@/lib/site/use-path';

/** Where a line of ours gets the plan: its own page, or that of the line's plan where the site has no such page. */
export function useSwitchPath({ id }: Pick<Plan, 'id'>): string {
  const [page, mine] = [usePath('switch-plan'), usePath('my-plan')];
  return page ? `${page}/${id}` : (mine ?? '');
}
