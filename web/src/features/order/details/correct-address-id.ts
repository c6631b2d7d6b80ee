/** The id of the form on the page. */
export const correctAddressId = 'correct-address';
