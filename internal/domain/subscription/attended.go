package subscription

import "selfcare/internal/contract"

// NeedsWorkflow tells whether a plan has work for its workflow: a scheduled switch, a conversation with the network, or the end of
// the line. All other steps need only the row.
func NeedsWorkflow(s contract.PlanSubscription) bool {
	return s.Stage != contract.SubscriptionEnded && (s.Scheduled != nil || IsNetworkOutdated(s) || Ending(s) != nil)
}

// WaitsForNews tells whether a plan may change at any time: with its balance, its use, or its limits.
func WaitsForNews(s contract.PlanSubscription) bool {
	return s.Stage != contract.SubscriptionEnded && (Retries(s) || s.Inactive != nil || IsStopped(s))
}
