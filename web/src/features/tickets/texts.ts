/** The limit of the contract (TicketText). */
export const longestText = 4000;

const shortestText = 3;

export const isText = (text: string): boolean => text.trim().length >= shortestText;
