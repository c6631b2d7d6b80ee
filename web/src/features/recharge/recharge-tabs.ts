import type { RechargeOptions } from '@/api/gen-purchases';
import type { Kind } from './wanted';

/** The tabs of the specification (section 2). */
const tabs = {
  balanceRecharge: 'recharge',
  dataRecharge: 'data-recharge',
  voucherRecharge: 'voucher',
} as const satisfies Record<string, Kind>;

export type Tab = keyof typeof tabs;

const isTab = (name: string): name is Tab => Object.hasOwn(tabs, name);

export const kindOf = (tab: Tab): Kind => tabs[tab];

/** Returns the tabs for the kinds that the line can have. */
export const tabsOf = ({ kinds }: Pick<RechargeOptions, 'kinds'>): Tab[] =>
  Object.keys(tabs)
    .filter(isTab)
    .filter((tab) => kinds.includes(tabs[tab]));
