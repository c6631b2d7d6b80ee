package contract

// Workflows of social sign-in. Each makes one call from a worker, because only workers may call the provider.
const (
	WorkflowSocialAddress  = "SocialAddress"
	WorkflowSocialIdentity = "SocialIdentity"
)

// SocialWorkflowID identifies one call of a social sign-in.
func SocialWorkflowID(callID string) string { return "social/" + callID }

// SocialRequest is the input of SocialAddress: the values that the provider must send back or repeat.
type SocialRequest struct {
	Provider    string `json:"provider"`
	State       string `json:"state"`
	Nonce       string `json:"nonce"`
	Verifier    string `json:"verifier"` // PKCE; only its hash is sent
	RedirectURL string `json:"redirectUrl"`
}

// SocialExchange is the input of SocialIdentity: the code that the browser returned with.
type SocialExchange struct {
	SocialRequest
	Code string `json:"code"`
}

// SocialIdentity is the identity that the provider reports.
type SocialIdentity struct {
	Subject       string `json:"subject"`
	Email         string `json:"email"`
	EmailVerified bool   `json:"emailVerified"`
}
