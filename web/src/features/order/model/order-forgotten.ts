/** The navigation state that makes the first page say that the order was removed. */
export const orderForgotten = 'order forgotten';
