package ways

// Exceptions are statements that no recording can reach, each by its place and first line, with the reason. One that is reached
// after all is refused.
var Exceptions = map[string]string{
	"internal/run/errors · Error · return string(e.reason)":                                                              "an ending is compared, never printed",
	"internal/run/errors · Refusal · details = append(details, no.Params)":                                               "only validators refuse with figures, and they leave no history",
	"internal/run/process · nothingArrived · return false":                                                               "a message that arrives in the task that ends the order: no recorder can hit that moment",
	"internal/run/updates · bounded · return Refuse(contract.FailIdempotencyInProgress)":                                 "the validator refuses a twin before it is in any history",
	"internal/run/updates · bounded · var none Out":                                                                      "the validator refuses a twin before it is in any history",
	"internal/ship/scans · nextQuestion · next = p.lastAsked":                                                            "comes after 48 hours of silence, which a recorder cannot wait",
	"internal/ship/scans · askAgain · workflow.GetLogger(ctx).Warn(\"courier asked without an answer\", \"error\", err)": "comes after 48 hours of silence, which a recorder cannot wait",
	"linechange/line_change · LineChange · return err":                                                                   "a wait without a limit ends with a cancellation, nothing else",
	"order/cancellation · partnersAgree · return run.Refuse(contract.FailCancelTooLate)":                                 "the parcel leaves in the task in which its booking is known: no recorder can hit that moment",
	"order/intervention · heldSince · return time.Time{}":                                                                "a held order goes on in the task in which support decides: no recorder can hit that moment",
	"order/porting · withdraw · return nil":                                                                              "an order that is paid has its port; kept for one of an older build",
	"order/run · receive · return o.State, nil":                                                                          "a query leaves no history",
	"order/run · findOpened · return nil":                                                                                "the first step arrives in the task in which it is given up: no recorder can hit that moment",
	"order/wizard · registerUpdates · return nil":                                                                        "a validator that refuses nothing leaves no history",
	"portin/port_in · openPort · return nil":                                                                             "a port has nothing to search for and writes no state that would ask",
	"portin/reports · take · return":                                                                                     "a submission is asked about only while it waits for its answer; kept so that no late answer moves a port back",
	"purchase/purchase · receive · return nil":                                                                           "a validator that refuses nothing leaves no history",
	"purchase/purchase · phases · return err":                                                                            "nothing cancels a purchase, and everything else ends it as planned",
	"purchase/purchase · isOpen · return err":                                                                            "nothing cancels a purchase",
	"purchase/purchase · isOpen · return run.Ending(contract.FailPurchaseUnknown)":                                       "comes after ten minutes without the first step, which a recorder cannot wait",
	"purchase/support · resolve · return contract.Purchase{}, run.Refuse(contract.FailPurchaseNotHeld)":                  "the validator refuses it before it is in any history, but for two decisions of one moment",
	"refund/refund · isDecided · return run.AsRefusal(run.Refuse(contract.FailNothingToRefund))":                         "comes after ten minutes without a decision, which a recorder cannot wait",
	"subscription/network · caughtUp · s.behind = time.Time{}":                                                           "comes an hour after the network refused, which a recorder cannot wait",
	"subscription/subscription · takes · return nil":                                                                     "a validator that refuses nothing leaves no history",
}
