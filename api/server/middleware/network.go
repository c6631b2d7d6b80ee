package middleware

import "selfcare/internal/domain/credential"

// Network is the client's address as logs and the audit log have it.
func (r *Request) Network() string { return credential.Network(r.Client) }
