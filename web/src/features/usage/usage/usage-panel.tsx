import { type UsageKind, useOpenUsage } from './kinds';
import { UsageFilters } from './usage-filters';
import { UsageList } from './usage-list';
import { UsageOverview } from './usage-overview';
import { useUsageFilter } from './use-usage-filter';

function Usage({ open, first }: { open: readonly UsageKind[]; first: UsageKind }) {
  const filter = useUsageFilter(open, first);
  return (
    <>
      <UsageFilters open={open} filter={filter} />
      <UsageOverview filter={filter} />
      <UsageList filter={filter} />
    </>
  );
}

/** The usage that the line may see. */
export function UsagePanel() {
  const open = useOpenUsage();
  const [first] = open;
  return first ? <Usage open={open} first={first} /> : null;
}
