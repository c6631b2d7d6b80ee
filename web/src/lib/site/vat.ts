/** The legal VAT rate, included in each shown price. */
export const vatPercent = 15;
