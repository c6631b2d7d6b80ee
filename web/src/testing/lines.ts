import type { LineSim, SimInfo } from '@/api/gen-lines';

/** A line in service, for pages that show lines. */
export const simInfo = (sims: LineSim[], over: Partial<SimInfo> = {}): SimInfo => ({
  msisdn: '0570000003',
  status: 'active',
  state: 'active',
  network_follows: true,
  code_goes_to: ['m•••@selfcare.example', '057•••0004'],
  sims,
  ...over,
});
