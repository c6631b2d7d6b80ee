import { createContext } from 'react';

/** The number of the page's order, for the link to the help page. */
export const OrderAtHand = createContext<string | undefined>(undefined);
