/** Parameters that payment providers add to the address to which they send the browser back. */
const added = ['payment', 'id'];

/** Tells whether the browser comes back from the bank's page. */
export const isReturnFromBank = (params: URLSearchParams): boolean => added.some((name) => params.has(name));
