/**
 * An ID of a citizen begins with 1, an ID of a resident with 2. The server refuses other numbers with its own
 * text.
 */
export const isPersonalId = (idNumber: string): boolean => /^[12]/.test(idNumber);
