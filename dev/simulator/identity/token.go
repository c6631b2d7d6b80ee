package identity

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"

	"selfcare/dev/simulator/engine"
)

const (
	pathCallBack = "identity/nafath"
	eventForged  = "identity.forged"
	tokenLives   = time.Hour // of real time, longer than a call-back is repeated
)

// Ways to forge a call-back.
const (
	forgedUnsigned    = "alg-none"
	forgedAlgorithm   = "another-algorithm"
	forgedSignature   = "another-key"
	forgedKey         = "unknown-key"
	forgedIssuer      = "another-issuer"
	forgedAudience    = "another-audience"
	forgedExpired     = "expired"
	forgedTransaction = "another-transaction"
)

// Forgeries lists the ways to forge a call-back.
func Forgeries() []string {
	return []string{
		forgedUnsigned, forgedAlgorithm, forgedSignature, forgedKey, forgedIssuer, forgedAudience, forgedExpired, forgedTransaction,
	}
}

// Nafath's key lasts as long as the process: a restart is a rotation. It is made when it is needed, because that takes a moment.
var (
	ownKey     = sync.OnceValue(newKey)
	strangeKey = sync.OnceValue(newKey)
	keyID      = sync.OnceValue(func() string { return "sim-" + rand.Text()[:8] })
)

func newKey() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic("no key of the identity app: " + err.Error()) // only with an impossible size
	}
	return key
}

func keys(*engine.Call) engine.Answer {
	return engine.OK(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: ownKey().Public(), KeyID: keyID(), Algorithm: string(jose.RS256), Use: "sig"}}})
}

// body is a call-back.
type body struct {
	Token     string `json:"token"`
	TransID   string `json:"transId"`
	RequestID string `json:"requestId"`
}

// callBack reports a request's status by a signed token. forgery is empty, or one of Forgeries.
func (s *System) callBack(r Request, forgery string) body {
	now := time.Now() // not that of the simulators: receivers compare it with theirs
	claims := map[string]any{
		"iss": s.cfg.Issuer, "aud": s.cfg.Audience, "iat": now.Unix(), "exp": now.Add(tokenLives).Unix(),
		"transId": r.TransID, "status": r.Status,
	}
	claims[map[bool]string{true: "nin", false: "iqamaNumber"}[strings.HasPrefix(r.NationalID, "1")]] = r.NationalID
	algorithm, key, id := jose.RS256, any(ownKey()), keyID()
	switch forgery {
	case forgedAlgorithm:
		algorithm = jose.RS512
	case forgedSignature:
		key = strangeKey()
	case forgedKey:
		key, id = strangeKey(), "unknown"
	case forgedIssuer:
		claims["iss"] = "another issuer"
	case forgedAudience:
		claims["aud"] = "another company"
	case forgedExpired:
		claims["exp"] = now.Add(-time.Minute).Unix()
	case forgedTransaction:
		claims["transId"] = newTransID()
	}
	token, err := sign(claims, algorithm, key, id)
	if forgery == forgedUnsigned {
		_, payload, _ := strings.Cut(token, ".")
		payload, _, _ = strings.Cut(payload, ".")
		token = base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, `{"alg":"none","kid":%q}`, id)) + "." + payload + "."
	}
	if err != nil {
		panic("no token of the identity app: " + err.Error()) // only with an impossible key
	}
	return body{Token: token, TransID: r.TransID, RequestID: r.RequestID}
}

func sign(claims map[string]any, algorithm jose.SignatureAlgorithm, key any, id string) (string, error) {
	payload, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: jose.JSONWebKey{Key: key, KeyID: id}}, nil)
	if err != nil {
		return "", err
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		return "", err
	}
	return signed.CompactSerialize()
}
