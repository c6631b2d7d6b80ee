import { inTab } from '@/lib/browser-parts';

const keyOf = (orderId: string) => `left-step-${orderId}`;

/** Remembers that the customer leaves the open step of an order for an app on the same phone. */
export const leaveStep = (orderId: string) => inTab.write(keyOf(orderId), 'yes');

/** Tells whether the customer has left the open step for an app. */
export const hasLeftStep = (orderId: string) => inTab.read(keyOf(orderId)) !== undefined;

/** Forgets that the customer left, once the page shows the order again. */
export const returnToStep = (orderId: string) => inTab.remove(keyOf(orderId));
