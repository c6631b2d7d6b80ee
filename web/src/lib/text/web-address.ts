/** A tracking page is a link of another company: only web addresses become links. */
export const isWebAddress = (address: string | undefined): address is string =>
  address !== undefined && /^https?:\/\//.test(address);
