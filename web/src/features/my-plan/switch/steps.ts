/** The steps of a switch and what they can come to, by their names in the specification (section 4). */
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
