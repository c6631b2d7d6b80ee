/** What the one field and its buttons call, fetched a moment after the page. */
export { deviceMakesPasskeys, sendCode, signInByPassword, socialAddress } from './calls';
