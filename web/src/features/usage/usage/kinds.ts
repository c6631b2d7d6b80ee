import { inTab } from '@/lib/browser-parts';
import { useSession } from '@/lib/session';
import { isOpenTo } from '@/lib/session/access';

const keys = {
  calls: 'history_usage_calls',
  data: 'history_usage_data',
  sms: 'history_usage_sms',
} as const;

export type UsageKind = keyof typeof keys;

const kinds: readonly UsageKind[] = ['calls', 'data', 'sms'];

/** Returns the kinds of usage that the chosen line may see. */
export function useOpenUsage(): UsageKind[] {
  const session = useSession();
  return kinds.filter((kind) => isOpenTo(session, { permission: keys[kind] }));
}

/** Tells whether the line may see any usage. True until the answer is known. */
export function useSeesUsage(): boolean {
  const session = useSession();
  return kinds.some((kind) => isOpenTo(session, { permission: keys[kind] }) !== false);
}

const storageKey = 'historyActiveFilter';

/** Returns the last filter of this session. */
export const keptFilter = () => inTab.read(storageKey);

export function keepFilter(kind: UsageKind): void {
  inTab.write(storageKey, kind);
}
