/** Why the first page was come to; it then says so. */
export const orderForgotten = 'order forgotten';
