package servertest

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/platform/config"
)

const GoneNumber = "0570004711"

// Signature returns the header by which an outside system signs a call-back.
func Signature(secret, body string, at time.Time) Header {
	stamp := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(stamp + "." + body))
	return Header{"X-Signature": "t=" + stamp + ",v1=" + hex.EncodeToString(mac.Sum(nil))}
}

// secrets sign the call-backs of the partners whose adapter is generic.
var secrets = map[string]string{
	"payment": "secret-p", "courier": "secret-c", "esim": "secret-e", "portability": "secret-n",
	"network": "secret-u", "sadad": "secret-s",
}

// callBackSettings have the secret of each partner.
func callBackSettings() (c config.Config) {
	c.Payment.WebhookSecret, c.Courier.WebhookSecret = secrets["payment"], secrets["courier"]
	c.Identity = config.Identity{URL: nafath().URL, Issuer: "nafath", Audience: "selfcare", Senders: []string{"0.0.0.0"}}
	c.ESIM.WebhookSecret, c.Portability.WebhookSecret = secrets["esim"], secrets["portability"]
	c.Network.WebhookSecret, c.SADAD.WebhookSecret = secrets["network"], secrets["sadad"]
	return c
}

var nafathKey = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
})

// nafath serves the keys of the identity app to every test.
var nafath = sync.OnceValue(func() *httptest.Server {
	known := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: nafathKey().Public(), KeyID: "k1", Algorithm: "RS256", Use: "sig"}}}
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(known) }))
})

// AnsweredPush returns the call-back of the identity app about a push.
func AnsweredPush(t testing.TB, transactionID, status string) string {
	t.Helper()
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: nafathKey(), KeyID: "k1"}}, nil)
	require.NoError(t, err)
	claims, err := json.Marshal(map[string]any{
		"iss": "nafath", "aud": "selfcare", "iat": time.Now().Unix(), "exp": time.Now().Add(time.Hour).Unix(), "transId": transactionID, "status": status,
	})
	require.NoError(t, err)
	signed, err := signer.Sign(claims)
	require.NoError(t, err)
	token, err := signed.CompactSerialize()
	require.NoError(t, err)
	return fmt.Sprintf(`{"token":%q,"transId":%q,"requestId":"x"}`, token, transactionID)
}

// SignedBy returns the header by which the partner of a port signs a body now.
func SignedBy(port, body string) Header { return Signature(secrets[port], body, time.Now()) }

// Report sends a signed call-back of a partner, to the address of its port or to one below it: sadad, sadad/bills.
func (r *Rig) Report(system, body string) Answer {
	r.T.Helper()
	port, rest, _ := strings.Cut(system, "/")
	provider := "generic"
	if port == "identity" {
		provider = config.IdentityByNafath // the body proves its sender
	}
	address := strings.TrimSuffix("/api/webhooks/"+port+"/"+provider+"/"+rest, "/")
	return r.Call(http.MethodPost, address, body, SignedBy(port, body))
}

func CallBack(eventID, kind, data string) string {
	return fmt.Sprintf(`{"eventId":"%s","type":"%s","occurredAt":"2026-01-02T03:04:05Z","data":%s}`, eventID, kind, data)
}

// AddCallBackSubjects adds an order with a payment, an identity request and a parcel.
func (r *Rig) AddCallBackSubjects() (orderID, paymentID, transactionID, airwayBill string) {
	r.T.Helper()
	orderID, paymentID, transactionID, airwayBill = r.Start().ID, uuid.NewString(), uuid.NewString(), "123456789012"
	now := time.Now().UTC()
	require.NoError(r.T, r.Store.Payments.Save(r.T.Context(), orderID,
		contract.Payment{ID: paymentID, Status: contract.PaymentProcessing, Amount: 1000, At: now}))
	require.NoError(r.T, r.Store.Identities.Save(r.T.Context(), orderID, contract.Identity{
		RequestID: uuid.NewString(), TransactionID: transactionID, Random: "42", Status: contract.IdentityWaiting,
		Purpose: contract.PurposeOrder, ExpiresAt: now.Add(time.Minute), Tries: 1,
	}))
	require.NoError(r.T, r.Store.Shipments.Save(r.T.Context(), orderID,
		contract.Shipment{AirwayBill: airwayBill, Status: contract.ShipmentBooked}))
	return orderID, paymentID, transactionID, airwayBill
}
