package servertest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"path"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

const GoneNumber = "0570004711"

// Signature returns the header by which an outside system signs a call-back.
func Signature(secret, body string, at time.Time) Header {
	stamp := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(stamp + "." + body))
	return Header{"X-Signature": "t=" + stamp + ",v1=" + hex.EncodeToString(mac.Sum(nil))}
}

// Report sends a signed call-back of a system.
func (r *Rig) Report(system, body string) Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/webhooks/"+system, body, Signature(r.Options.WebhookSecrets[path.Base(system)], body, time.Now()))
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
