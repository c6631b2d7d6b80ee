/** The steps of a switch and its outcomes, with the names of the specification (section 4). */
export const steps = {
  checkEligibility: 'CHECK_ELIGIBILITY',
  paymentDetails: 'PAYMENT_DETAILS',
  validateOtp: 'VALIDATE_OTP',
  planSummary: 'PLAN_SUMMARY',
  payment: 'PAYMENT',
  paymentFailed: 'PAYMENT_FAILED',
  notEligible: 'NOT_ELIGIBLE',
  paymentFinished: 'PAYMENT_FINISHED',
} as const;

export type Step = (typeof steps)[keyof typeof steps];
