/** Where this browser keeps its orders. */
export const ordersKey = 'selfcare.orders';
