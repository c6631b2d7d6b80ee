/** The code of the ways to sign in, except the password; see account.ts. */
export const quickLogin = async () => (await import('@/features/sign-in/quick-login-page')).QuickLoginPage;
export const secondFactor = async () =>
  (await import('@/features/second-factor/second-factor-page')).SecondFactorPage;
export const registration = async () =>
  (await import('@/features/sign-in/registration-page')).RegistrationPage;
export const reset = async () => (await import('@/features/sign-in/reset-page')).ResetPage;
export const social = async () => (await import('@/features/sign-in/social-page')).SocialPage;
export const selectAccount = async () =>
  (await import('@/features/sign-in/select-account-page')).SelectAccountPage;
