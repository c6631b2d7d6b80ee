package engine

import (
	"crypto/subtle"
	"net/http"
)

// HeaderKey requires a header with a fixed value.
func HeaderKey(header, key string) Authorise {
	return func(r *http.Request) bool { return same(r.Header.Get(header), key) }
}

// Bearer requires a bearer token.
func Bearer(key string) Authorise { return HeaderKey("Authorization", "Bearer "+key) }

// Both requires two conditions.
func Both(a, b Authorise) Authorise {
	return func(r *http.Request) bool { return a(r) && b(r) }
}

func same(got, want string) bool { return subtle.ConstantTimeCompare([]byte(got), []byte(want)) == 1 }
