import { useSession } from '@/lib/session';
import { isOpenTo } from '@/lib/session/access';

const keys = { balance: 'history_recharge_balance', data: 'history_recharge_data' } as const;

export type RechargeKind = keyof typeof keys;

/** Returns the kinds of recharges that the chosen line may see. */
export function useOpenKinds(): RechargeKind[] {
  const session = useSession();
  const kinds: RechargeKind[] = ['balance', 'data'];
  return kinds.filter((kind) => isOpenTo(session, { permission: keys[kind] }));
}
