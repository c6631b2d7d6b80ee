package contract

// Workflows of signing in with another provider's account. Both only carry one call each to where it may be made.
const (
	WorkflowSocialAddress  = "SocialAddress"
	WorkflowSocialIdentity = "SocialIdentity"
)

// SocialWorkflowID names one call of a social sign-in.
func SocialWorkflowID(callID string) string { return "social/" + callID }

// SocialRequest is the input of SocialAddress: what the provider must send back or repeat.
type SocialRequest struct {
	Provider    string `json:"provider"`
	State       string `json:"state"`
	Nonce       string `json:"nonce"`
	Verifier    string `json:"verifier"` // PKCE; only its hash is sent
	RedirectURL string `json:"redirectUrl"`
}

// SocialExchange is the input of SocialIdentity: the code the browser came back with.
type SocialExchange struct {
	SocialRequest
	Code string `json:"code"`
}

// SocialIdentity is who the provider says it was.
type SocialIdentity struct {
	Subject       string `json:"subject"`
	Email         string `json:"email"`
	EmailVerified bool   `json:"emailVerified"`
}
