import { createContext } from 'react';

/** Number of the order that a page is about: it goes along to the help page. */
export const OrderAtHand = createContext<string | undefined>(undefined);
