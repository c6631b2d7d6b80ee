import type { Order } from '@/api/gen';

type Kind = Pick<Order, 'kind' | 'simType' | 'numberSource'>;

/** Tells whether the line runs on an eSIM: nothing is delivered, the customer installs it. */
export const isEsim = ({ kind, simType }: Kind): boolean =>
  simType === 'esim' || kind === 'esim' || kind === 'esim-replacement';

/** Tells whether a number comes from another operator; the transfer activates the line, not the customer. */
export const isPort = ({ numberSource }: Kind): boolean => numberSource === 'port-in';

/** Tells whether the order is a SIM for an existing line: its cancellation frees no number. */
export const isOwnLine = ({ numberSource }: Kind): boolean => numberSource === 'existing';
