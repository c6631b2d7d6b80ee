/** Opens the bank's 3-D Secure page; only web addresses are accepted. */
export function goToBank(address: string | undefined): void {
  if (address && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) {
    location.assign(address);
  }
}
