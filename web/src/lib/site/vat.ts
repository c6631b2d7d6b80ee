/** The law's rate; every price shown includes it. */
export const vatPercent = 15;
