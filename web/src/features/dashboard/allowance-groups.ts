import type { LineAllowance } from '@/api/gen-session';
import { allowanceName } from '@/lib/text/allowance';

/** The remaining share below which customers are told that little is left. */
const littleLeft = 0.2;

/** All allowances of a line with the same name and unit. */
export interface AllowanceGroup {
  type: string;
  unit: LineAllowance['unit'];
  /** The sum of all parts; undefined if a part is unlimited. */
  total: number | undefined;
  left: number;
  used: number;
  isLow: boolean;
  /** In the order in which they are used. */
  parts: LineAllowance[];
}

/** Returns the amount that is left of a limited allowance. */
export const leftOf = ({ total = 0, used }: LineAllowance): number => Math.max(0, total - used);

const sum = (values: number[]) => values.reduce((all, each) => all + each, 0);

function groupOf(parts: LineAllowance[]): AllowanceGroup[] {
  const [first] = parts;
  if (!first) {
    return [];
  }
  const isUnlimited = parts.some(({ total }) => total === undefined);
  const total = isUnlimited ? undefined : sum(parts.map((part) => part.total ?? 0));
  const left = sum(parts.map(leftOf));
  const used = sum(parts.map((part) => part.used));
  const isLow = total !== undefined && left <= total * littleLeft;
  return [{ type: first.type, unit: first.unit, total, left, used, isLow, parts }];
}

/** Groups the allowances by name, in the order of the first of each name. */
export function allowanceGroups(allowances: LineAllowance[]): AllowanceGroup[] {
  const names = new Map<string, LineAllowance[]>();
  for (const each of allowances) {
    const name = `${allowanceName(each.type)} ${each.unit}`;
    names.set(name, [...(names.get(name) ?? []), each]);
  }
  return [...names.values()].flatMap(groupOf);
}
