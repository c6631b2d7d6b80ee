/** Citizens' IDs begin with 1, residents' with 2. The server takes no other, and says so in words of its own. */
export const isPersonalId = (idNumber: string): boolean => /^[12]/.test(idNumber);
