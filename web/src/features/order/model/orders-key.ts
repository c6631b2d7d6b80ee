/** The storage key of this browser's orders. */
export const ordersKey = 'selfcare.orders';
