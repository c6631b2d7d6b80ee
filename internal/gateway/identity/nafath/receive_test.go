package nafath_test

import (
	"cmp"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/identity/nafath"
)

const transID = "8f14e45f-ceea-467f-a830-5a3a1f2b6c01"

var (
	ours     = sync.OnceValue(newKey)
	another  = sync.OnceValue(newKey)
	sender   = netip.MustParseAddr("195.170.180.6")
	settings = nafath.CallBacks{Issuer: "https://nafath.example", Audience: "selfcare", Senders: []string{"195.170.180.6", "195.170.180.7"}}
)

func newKey() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
}

// keyServer serves the public keys of Nafath.
type keyServer struct {
	*httptest.Server

	mu      sync.Mutex
	served  map[string]*rsa.PrivateKey // by id
	away    bool
	fetches int
}

func serveKeys(t *testing.T, served map[string]*rsa.PrivateKey) *keyServer {
	t.Helper()
	s := &keyServer{served: served}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *keyServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fetches++
	if s.away || r.URL.Path != "/api/v1/mfa/jwk" || r.Header.Get("APP-ID") != "id" || r.Header.Get("APP-KEY") != "key" {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	var set jose.JSONWebKeySet
	for id, key := range s.served {
		set.Keys = append(set.Keys, jose.JSONWebKey{Key: key.Public(), KeyID: id, Algorithm: "RS256", Use: "sig"})
	}
	_ = json.NewEncoder(w).Encode(set)
}

// set changes what the server does, and returns how often it was asked.
func (s *keyServer) set(away bool, served map[string]*rsa.PrivateKey) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.away, s.served = away, served
	return s.fetches
}

func receiverOf(t *testing.T, s *keyServer, proof nafath.CallBacks) *nafath.Receiver {
	t.Helper()
	receiver, err := nafath.NewReceiver(nafath.Config{URL: s.URL, AppID: "id", AppKey: "key"}, proof, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return receiver
}

// tokenOf is a right token, with changes.
func tokenOf(t *testing.T, alg jose.SignatureAlgorithm, key any, kid string, changes map[string]any) string {
	t.Helper()
	claims := map[string]any{
		"iss": settings.Issuer, "aud": settings.Audience, "iat": time.Now().Add(-time.Second).Unix(), "exp": time.Now().Add(time.Minute).Unix(),
		"transId": transID, "status": "COMPLETED", "nin": idNumber, "firstName": "نورة",
	}
	maps.Copy(claims, changes)
	payload, err := json.Marshal(claims)
	require.NoError(t, err)
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: jose.JSONWebKey{Key: key, KeyID: kid}}, nil)
	require.NoError(t, err)
	signed, err := signer.Sign(payload)
	require.NoError(t, err)
	token, err := signed.CompactSerialize()
	require.NoError(t, err)
	return token
}

func rightToken(t *testing.T, changes map[string]any) string {
	t.Helper()
	return tokenOf(t, jose.RS256, ours(), "k1", changes)
}

func callBack(token, transaction string) callback.Request {
	return callback.Request{Client: sender, At: time.Now(), Body: fmt.Appendf(nil, `{"token":%q,"transId":%q,"requestId":"req-1"}`, token, transaction)}
}

func TestReceive_RightToken_IsOneEvent(t *testing.T) {
	receiver := receiverOf(t, serveKeys(t, map[string]*rsa.PrivateKey{"k1": ours()}), settings)
	for status, want := range map[string]contract.IdentityStatus{
		"COMPLETED": contract.IdentityCompleted, "REJECTED": contract.IdentityRejected, "EXPIRED": contract.IdentityExpired,
	} {
		issued := time.Now().Add(-2 * time.Second).Truncate(time.Second)
		events, err := receiver.Receive(t.Context(), callBack(rightToken(t, map[string]any{"status": status, "iat": issued.Unix()}), transID))
		require.NoError(t, err)
		require.Len(t, events, 1)
		require.WithinDuration(t, issued, events[0].OccurredAt, 0)
		require.Equal(t, transID+"-"+status, events[0].ID, "the same for each repeat")
		require.Equal(t, callback.Identity{TransactionID: transID, Status: want}, events[0].News, "no data of the person leave the adapter")
	}
	events, err := receiver.Receive(t.Context(), callBack(rightToken(t, map[string]any{"status": "WAITING"}), transID))
	require.NoError(t, err)
	require.Empty(t, events)
}

func TestReceive_Forged_IsRefused(t *testing.T) {
	encode := base64.RawURLEncoding.EncodeToString
	unsigned := encode([]byte(`{"alg":"none","kid":"k1"}`)) + "." + encode(fmt.Appendf(nil,
		`{"iss":%q,"aud":%q,"exp":%d,"transId":%q,"status":"COMPLETED"}`, settings.Issuer, settings.Audience, time.Now().Add(time.Hour).Unix(), transID)) + "."
	tests := map[string]struct {
		token, transaction string
		from               string
	}{
		"alg none":                       {token: unsigned},
		"no token":                       {token: ""},
		"text that is no token":          {token: "a.b.c"},
		"signed by RS512":                {token: tokenOf(t, jose.RS512, ours(), "k1", nil)},
		"signed by PS256":                {token: tokenOf(t, jose.PS256, ours(), "k1", nil)},
		"the public key as HMAC secret":  {token: tokenOf(t, jose.HS256, ours().N.Bytes(), "k1", nil)},
		"another key under a known id":   {token: tokenOf(t, jose.RS256, another(), "k1", nil)},
		"an unknown key id":              {token: tokenOf(t, jose.RS256, another(), "k2", nil)},
		"another issuer":                 {token: rightToken(t, map[string]any{"iss": "https://nafath.example.net"})},
		"no issuer":                      {token: rightToken(t, map[string]any{"iss": nil})},
		"another audience":               {token: rightToken(t, map[string]any{"aud": "another-company"})},
		"expired":                        {token: rightToken(t, map[string]any{"exp": time.Now().Add(-time.Second).Unix()})},
		"no end":                         {token: rightToken(t, map[string]any{"exp": nil})},
		"of the future":                  {token: rightToken(t, map[string]any{"nbf": time.Now().Add(time.Hour).Unix()})},
		"another transaction":            {token: rightToken(t, nil), transaction: "8f14e45f-ceea-467f-a830-5a3a1f2b6c02"},
		"a token without a transaction":  {token: rightToken(t, map[string]any{"transId": nil})},
		"a sender that is not Nafath":    {token: rightToken(t, nil), from: "195.170.180.8"},
		"a sender whose address is lost": {token: rightToken(t, nil), from: "none"},
	}
	receiver := receiverOf(t, serveKeys(t, map[string]*rsa.PrivateKey{"k1": ours()}), settings)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			request := callBack(tt.token, cmp.Or(tt.transaction, transID))
			if tt.from != "" {
				request.Client, _ = netip.ParseAddr(tt.from)
			}
			events, err := receiver.Receive(t.Context(), request)
			require.ErrorIs(t, err, callback.ErrForged)
			require.Empty(t, events)
		})
	}
	_, err := receiver.Receive(t.Context(), callBack(rightToken(t, map[string]any{"transId": ""}), ""))
	require.ErrorIs(t, err, callback.ErrForged, "neither has a transaction")
}

func TestReceive_BadContent_IsNamed(t *testing.T) {
	receiver := receiverOf(t, serveKeys(t, map[string]*rsa.PrivateKey{"k1": ours()}), settings)
	_, err := receiver.Receive(t.Context(), callback.Request{Client: sender, At: time.Now(), Body: []byte(`{"token":`)})
	require.ErrorIs(t, err, callback.ErrUnreadable)
	var invalid *callback.Invalid
	for _, status := range []any{"PAUSED", nil} {
		_, err = receiver.Receive(t.Context(), callBack(rightToken(t, map[string]any{"status": status}), transID))
		require.ErrorAs(t, err, &invalid)
		require.Equal(t, "token.status", invalid.Field)
	}
	_, err = receiver.Receive(t.Context(), callBack(rightToken(t, map[string]any{"transId": "t\n1"}), `t\n1`))
	require.Error(t, err)
}

func TestNewReceiver_BadSender_IsRefused(t *testing.T) {
	_, err := nafath.NewReceiver(nafath.Config{URL: "https://nafath.example"}, nafath.CallBacks{Senders: []string{"nafath.example"}}, nil, slog.New(slog.DiscardHandler))
	require.ErrorContains(t, err, "neither an address nor a network")
}

func TestReceive_KeysAway_IsTriedAgain(t *testing.T) {
	served := map[string]*rsa.PrivateKey{"k1": ours()}
	server := serveKeys(t, served)
	server.set(true, served)
	receiver := receiverOf(t, server, settings)
	for range 3 {
		_, err := receiver.Receive(t.Context(), callBack(rightToken(t, nil), transID))
		require.ErrorIs(t, err, gateway.ErrRetry)
		require.NotErrorIs(t, err, callback.ErrForged)
	}
	require.Equal(t, 1, server.set(false, served), "a failed fetch is not repeated at once")
}
