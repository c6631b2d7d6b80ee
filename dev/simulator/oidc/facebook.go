package oidc

import "net/http"

// publishAsFacebook leaves the token address out: Facebook publishes it only in its manual.
func publishAsFacebook(published map[string]any) {
	delete(published, "token_endpoint")
	delete(published, "code_challenge_methods_supported")
	published["response_types_supported"] = []string{"id_token", "token id_token"}
	published["subject_types_supported"] = []string{"pairwise"}
}

// published answers for providers that publish this address.
func (s *System) published(handle http.HandlerFunc) http.HandlerFunc {
	return of(func(provider string) bool { return provider != facebook }, handle)
}

// unpublished answers for Facebook.
func (s *System) unpublished(handle http.HandlerFunc) http.HandlerFunc {
	return of(func(provider string) bool { return provider == facebook }, handle)
}

func of(answers func(provider string) bool, handle http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !answers(r.PathValue("provider")) {
			http.NotFound(w, r)
			return
		}
		handle(w, r)
	}
}
