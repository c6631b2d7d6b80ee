import type { Order } from '@/api/gen';

type Kind = Pick<Order, 'kind' | 'simType' | 'numberSource'>;

/** Whether the line runs on an eSIM: nothing is sent, something is installed. */
export const isEsim = ({ kind, simType }: Kind): boolean =>
  simType === 'esim' || kind === 'esim' || kind === 'esim-replacement';

/** Whether a number comes over from another operator; its line is switched on by that, not by the customer. */
export const isPort = ({ numberSource }: Kind): boolean => numberSource === 'port-in';

/** Whether the order is about a SIM for a line that exists: cancelling it frees no number. */
export const isOwnLine = ({ numberSource }: Kind): boolean => numberSource === 'existing';
