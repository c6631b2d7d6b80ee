import type { ProposalSubject } from '@/api/gen-support';
import { hasWords } from '@/lib/text/fold';

/** Tells whether a setting has these words in its name, meaning, subject or key. */
export const isSettingOf = ({ key, setting }: ProposalSubject, words: string): boolean =>
  hasWords(`${setting?.name} ${setting?.meaning} ${setting?.groupName} ${key}`, words);

/** Groups the settings by subject, in the order of the server. */
export function groupSettings(
  items: readonly ProposalSubject[],
): { group: string; items: ProposalSubject[] }[] {
  const groups = new Map<string, ProposalSubject[]>();
  for (const item of items) {
    const group = item.setting?.groupName ?? '';
    groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  return [...groups].map(([group, of]) => ({ group, items: of }));
}
