import { useSession } from '@/lib/session';
import { isOpenTo } from '@/lib/session/access';

const keys = { credit: 'history_transfer_balance', data: 'history_transfer_data' } as const;

export type TransferKind = keyof typeof keys;

/** Returns the kinds of transfers that the chosen line may see. */
export function useOpenTransfers(): TransferKind[] {
  const session = useSession();
  const kinds: TransferKind[] = ['credit', 'data'];
  return kinds.filter((kind) => isOpenTo(session, { permission: keys[kind] }));
}
