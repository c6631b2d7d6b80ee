/** The calls of the single field and its buttons, loaded shortly after the page. */
export { deviceMakesPasskeys, sendCode, signInByPassword, socialAddress } from './calls';
