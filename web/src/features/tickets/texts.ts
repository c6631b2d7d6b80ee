/** The limit of the contract (TicketText). */
export const longestText = 4000;
