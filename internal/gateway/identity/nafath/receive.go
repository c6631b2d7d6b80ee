package nafath

import (
	"context"
	"crypto"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/guard"
)

// CallBacks are the settings by which call-backs are proved.
type CallBacks struct {
	Issuer, Audience string   // of a token
	Senders          []string // addresses and networks that may send
}

// Receiver reads call-backs: a token that Nafath has signed, and the ids of the transaction.
type Receiver struct {
	senders callback.Networks
	proof   CallBacks
	keys    *keys
}

var _ callback.Receiver = (*Receiver)(nil)

// NewReceiver checks the configuration. The keys of Nafath are fetched with the first token.
func NewReceiver(cfg Config, proof CallBacks, watch guard.Watcher, log *slog.Logger) (*Receiver, error) {
	senders, err := callback.ParseNetworks(proof.Senders)
	if err != nil {
		return nil, err
	}
	client, err := newHTTP(cfg, watch, log)
	if err != nil {
		return nil, err
	}
	return &Receiver{senders: senders, proof: proof, keys: &keys{http: client, now: time.Now}}, nil
}

// answer is the body of a call-back. The token alone is proved.
type answer struct {
	Token   string `json:"token"`
	TransID string `json:"transId"`
}

// claims are the claims that we read from a token. The others describe the person, and we do not keep them.
type claims struct {
	TransID string `json:"transId"`
	Status  string `json:"status"`
}

// Receive reads one answer to a push.
func (v *Receiver) Receive(ctx context.Context, r callback.Request) ([]callback.Event, error) {
	if !v.senders.Contain(r.Client) {
		return nil, callback.ErrForged
	}
	var said answer
	if json.Unmarshal(r.Body, &said) != nil {
		return nil, callback.ErrUnreadable
	}
	proved, issuedAt, err := v.open(ctx, said.Token, r.At)
	if err != nil {
		return nil, err
	}
	if proved.TransID == "" || proved.TransID != said.TransID {
		return nil, callback.ErrForged
	}
	status, known := statuses[proved.Status]
	id := proved.TransID + "-" + proved.Status
	switch {
	case !known:
		return nil, &callback.Invalid{Field: "token.status"}
	case !callback.IsID(id):
		return nil, &callback.Invalid{Field: "transId"}
	case status == contract.IdentityWaiting:
		return nil, nil
	}
	return []callback.Event{{ID: id, OccurredAt: issuedAt, News: callback.Identity{TransactionID: proved.TransID, Status: status}}}, nil
}

// open proves a token: algorithm, key, signature, issuer, audience and end. A token without its own time has that of its receipt.
func (v *Receiver) open(ctx context.Context, token string, now time.Time) (proved claims, issuedAt time.Time, err error) {
	signed, err := jose.ParseSignedCompact(token, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil || len(signed.Signatures) != 1 {
		return claims{}, now, callback.ErrForged
	}
	key, err := v.keys.find(ctx, signed.Signatures[0].Header.KeyID)
	if err != nil {
		return claims{}, now, err
	}
	verifier := oidc.NewVerifier(v.proof.Issuer, &oidc.StaticKeySet{PublicKeys: []crypto.PublicKey{key}}, &oidc.Config{
		ClientID: v.proof.Audience, SupportedSigningAlgs: []string{oidc.RS256}, Now: func() time.Time { return now },
	})
	checked, err := verifier.Verify(ctx, token)
	if err != nil || checked.Claims(&proved) != nil {
		return claims{}, now, callback.ErrForged
	}
	if checked.IssuedAt.IsZero() {
		return proved, now, nil
	}
	return proved, checked.IssuedAt, nil
}
