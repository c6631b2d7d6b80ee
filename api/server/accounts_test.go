package server_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun/dialect/pgdialect"
)

const password = "Sahara-2026"

// account adds somebody who can sign in; the rig's password check takes "hash of <password>".
func (r *rig) account(email string, roles ...string) {
	r.t.Helper()
	if roles == nil {
		roles = []string{}
	}
	_, err := r.db.ExecContext(r.t.Context(), "INSERT INTO users (id, email, password_hash, roles) VALUES (?, ?, ?, ?)",
		uuid.NewString(), email, "hash of "+password, pgdialect.Array(roles))
	require.NoError(r.t, err)
}

// signedIn adds an account and answers with its token.
func (r *rig) signedIn(email string, roles ...string) string {
	r.t.Helper()
	r.account(email, roles...)
	got := r.call(http.MethodPost, "/api/auth", "", basic(email, password))
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct {
		Data struct {
			AuthToken string `json:"auth_token"`
		} `json:"data"`
	}](r.t, got).Data.AuthToken
}

// tokenOf makes a well-formed token and what the store keeps of it.
func tokenOf(fill byte) (token string, hash []byte) {
	raw := make([]byte, 32)
	for i := range raw {
		raw[i] = fill
	}
	token = base64.RawURLEncoding.EncodeToString(raw)
	sum := sha256.Sum256([]byte(token))
	return token, sum[:]
}
