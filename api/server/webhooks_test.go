package server_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

// signature is what an outside system puts on a call-back.
func signature(secret, body string, at time.Time) header {
	stamp := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(stamp + "." + body))
	return header{"X-Signature": "t=" + stamp + ",v1=" + hex.EncodeToString(mac.Sum(nil))}
}

// report sends a signed call-back of a system.
func (r *rig) report(system, body string) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/webhooks/"+system, body, signature(r.options.WebhookSecrets[path.Base(system)], body, time.Now()))
}

func callBack(eventID, kind, data string) string {
	return fmt.Sprintf(`{"eventId":"%s","type":"%s","occurredAt":"2026-01-02T03:04:05Z","data":%s}`, eventID, kind, data)
}

// known puts an order with a payment, an identity request and a parcel into the store.
func (r *rig) known() (orderID, paymentID, transactionID, airwayBill string) {
	r.t.Helper()
	orderID, paymentID, transactionID, airwayBill = r.start().id, uuid.NewString(), uuid.NewString(), "123456789012"
	now := time.Now().UTC()
	require.NoError(r.t, r.store.Payments.Save(r.t.Context(), orderID,
		contract.Payment{ID: paymentID, Status: contract.PaymentProcessing, Amount: 1000, At: now}))
	require.NoError(r.t, r.store.Identities.Save(r.t.Context(), orderID, contract.Identity{
		RequestID: uuid.NewString(), TransactionID: transactionID, Random: "42", Status: contract.IdentityWaiting,
		Purpose: contract.PurposeOrder, ExpiresAt: now.Add(time.Minute), Tries: 1,
	}))
	require.NoError(r.t, r.store.Shipments.Save(r.t.Context(), orderID,
		contract.Shipment{AirwayBill: airwayBill, Status: contract.ShipmentBooked}))
	return orderID, paymentID, transactionID, airwayBill
}

func TestCallBacksBecomeSignalsOnce(t *testing.T) {
	r := newRig(t)
	orderID, paymentID, transactionID, airwayBill := r.known()
	scannedAt := time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)
	number, err := r.store.Orders.NumberOf(t.Context(), orderID)
	require.NoError(t, err)
	orderWorkflow := contract.OrderWorkflowID(number)
	tests := map[string]struct {
		system, body string
		want         sent
	}{
		"payment": {
			"payment", callBack("evt_payment_1", "payment.updated", `{"reference":"`+paymentID+`","status":"paid"}`),
			sent{orderWorkflow, contract.SignalPaymentReported, "", contract.PaymentReported{EventID: "evt_payment_1", PaymentID: paymentID}},
		},
		"identity": {
			"identity", callBack("evt_identity_1", "identity.answered", `{"transId":"`+transactionID+`","requestId":"x","status":"COMPLETED"}`),
			sent{orderWorkflow, contract.SignalIdentityAnswered, "", contract.IdentityAnswered{
				EventID: "evt_identity_1", TransactionID: transactionID, Status: contract.IdentityCompleted,
			}},
		},
		"courier": {
			"courier", callBack("evt_courier_1", "parcel.scanned",
				`{"awb":"`+airwayBill+`","reference":"`+orderID+`","status":"out-for-delivery","scannedAt":"2026-01-02T06:00:00+03:00"}`),
			sent{orderWorkflow, contract.SignalParcelScanned, "", contract.ParcelScanned{
				EventID: "evt_courier_1", AirwayBill: airwayBill, Status: contract.ShipmentOutForDelivery, At: scannedAt,
			}},
		},
		"courier, before the airway bill is stored": {
			"courier", callBack("evt_courier_2", "parcel.scanned",
				`{"awb":"999999999999","reference":"`+orderID+`-2","status":"picked-up"}`),
			sent{orderWorkflow, contract.SignalParcelScanned, "", contract.ParcelScanned{
				EventID: "evt_courier_2", AirwayBill: "999999999999", Status: contract.ShipmentPickedUp,
				At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
			}},
		},
	}
	tests["the courier, which calls a parcel off"] = struct {
		system, body string
		want         sent
	}{
		"courier", callBack("evt_courier_3", "parcel.scanned", `{"awb":"`+airwayBill+`","reference":"`+orderID+`","status":"cancelled"}`),
		sent{orderWorkflow, contract.SignalParcelScanned, "", contract.ParcelScanned{
			EventID: "evt_courier_3", AirwayBill: airwayBill, Status: contract.ShipmentCancelled, At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		}},
	}
	tests["the clearing house, with a rejection"] = struct {
		system, body string
		want         sent
	}{
		"portability", callBack("evt_port_1", "port.updated",
			`{"portId":"`+orderID+`-2","reference":"NP00000007","status":"REJECTED","reason":"UNPAID_DUES","sequence":2}`),
		sent{contract.PortInWorkflowID(number), contract.SignalPortReported, "", contract.PortReported{
			EventID: "evt_port_1", PortID: orderID + "-2", State: contract.PortState{
				Reference: "NP00000007", Status: contract.PortRejected, Reason: contract.PortUnpaidDues, Sequence: 2,
			},
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			before := len(r.flow.sentSignals())
			for range 3 { // doubled call-backs are taken and change nothing
				got := r.report(test.system, test.body)
				require.Equal(t, http.StatusNoContent, got.StatusCode, string(got.body))
			}
			require.Equal(t, []sent{test.want}, r.flow.sentSignals()[before:])
		})
	}
}

func TestCallBacksThatAreNotSignedRightAreRefused(t *testing.T) {
	r := newRig(t)
	_, paymentID, _, _ := r.known()
	body := callBack("evt_payment_1", "payment.updated", `{"reference":"`+paymentID+`"}`)
	tests := map[string]header{
		"no signature":               {},
		"another system's secret":    signature("secret-i", body, time.Now()),
		"signature of another body":  signature("secret-p", body+" ", time.Now()),
		"older than five minutes":    signature("secret-p", body, time.Now().Add(-6*time.Minute)),
		"from the future":            signature("secret-p", body, time.Now().Add(6*time.Minute)),
		"no time":                    {"X-Signature": "v1=" + strings.Repeat("a", 64)},
		"hex that is none":           {"X-Signature": "t=1700000000,v1=" + strings.Repeat("z", 64)},
		"a time beyond every number": {"X-Signature": "t=99999999999999999999,v1=" + strings.Repeat("a", 64)},
	}
	for name, signed := range tests {
		t.Run(name, func(t *testing.T) {
			requireRefused(t, r.call(http.MethodPost, "/api/webhooks/payment", body, signed), contract.FailSignature)
		})
	}
	require.Empty(t, r.flow.sentSignals())
	require.Equal(t, http.StatusNoContent, r.report("payment", body).StatusCode, "a refused one was taken as the first")
}

func TestCallBacksAboutUnknownThingsAreRefusedUntilWeKnowThem(t *testing.T) {
	r := newRig(t)
	orderID := r.start().id
	paymentID := uuid.NewString()
	body := callBack("evt_payment_9", "payment.updated", `{"reference":"`+paymentID+`"}`)
	requireRefused(t, r.report("payment", body), contract.FailOrderNotFound)
	requireRefused(t, r.report("payment", callBack("evt_payment_8", "payment.updated", `{}`)), contract.FailOrderNotFound)
	requireRefused(t, r.report("identity", callBack("evt_identity_9", "x", `{"transId":"none","status":"COMPLETED"}`)), contract.FailOrderNotFound)
	requireRefused(t, r.report("courier", callBack("evt_courier_9", "x", `{"awb":"1","reference":"2","status":"delivered"}`)), contract.FailOrderNotFound)
	requireRefused(t, r.report("courier", callBack("evt_courier_8", "x",
		`{"awb":"1","reference":"`+uuid.NewString()+`","status":"delivered"}`)), contract.FailOrderNotFound)
	requireRefused(t, r.report("courier", callBack("evt_courier_7", "x", `{"awb":"1","status":"eaten"}`)), contract.FailValidation)
	requireRefused(t, r.report("portability", callBack("evt_port_9", "x", `{"portId":"1","status":"APPROVED"}`)), contract.FailOrderNotFound)
	requireRefused(t, r.report("portability", callBack("evt_port_8", "x",
		`{"portId":"`+uuid.NewString()+`-1","status":"APPROVED"}`)), contract.FailOrderNotFound)
	requireRefused(t, r.report("portability", callBack("evt_port_7", "x", `{"portId":"1","status":"EATEN"}`)), contract.FailValidation)
	requireRefused(t, r.report("identity", callBack("evt_identity_7", "x", `{"status":"MAYBE"}`)), contract.FailValidation)

	require.NoError(t, r.store.Payments.Save(t.Context(), orderID,
		contract.Payment{ID: paymentID, Status: contract.PaymentProcessing, Amount: 1000, At: time.Now()}))
	require.Equal(t, http.StatusNoContent, r.report("payment", body).StatusCode)
	require.Len(t, r.flow.sentSignals(), 1)
}

func TestACallBackThatCannotBePassedOnIsAskedForAgain(t *testing.T) {
	r := newRig(t)
	_, paymentID, _, _ := r.known()
	body := callBack("evt_payment_1", "payment.updated", `{"reference":"`+paymentID+`"}`)
	r.flow.signalErr = errors.New("no server")
	got := r.report("payment", body)
	requireRefused(t, got, contract.FailUnavailable)
	require.NotEmpty(t, got.Header.Get("Retry-After"))

	r.flow.signalErr = nil
	require.Equal(t, http.StatusNoContent, r.report("payment", body).StatusCode)
	require.Len(t, r.flow.sentSignals(), 1)
}

func TestACallBackOutlivesAnAPIThatDiesBeforeHandingItOn(t *testing.T) {
	r := newRig(t)
	_, paymentID, _, _ := r.known()
	body := callBack("evt_payment_1", "payment.updated", `{"reference":"`+paymentID+`"}`)
	r.flow.signalDies = true
	requireRefused(t, r.report("payment", body), contract.FailInternal)

	r.flow.signalDies = false
	require.Equal(t, http.StatusNoContent, r.report("payment", body).StatusCode)
	require.Len(t, r.flow.sentSignals(), 1, "the sender's repeat is handed on")
	require.Equal(t, http.StatusNoContent, r.report("payment", body).StatusCode)
	require.Len(t, r.flow.sentSignals(), 1, "once it is known, a repeat is not")
}

func TestACallBackHandedOnButNotYetMarkedIsHandedOnAgain(t *testing.T) {
	r := newRig(t)
	_, paymentID, _, _ := r.known()
	body := callBack("evt_payment_1", "payment.updated", `{"reference":"`+paymentID+`"}`)
	require.Equal(t, http.StatusNoContent, r.report("payment", body).StatusCode)
	_, err := r.db.ExecContext(t.Context(), "DELETE FROM webhook_events") // as if the API had died before the mark
	require.NoError(t, err)

	require.Equal(t, http.StatusNoContent, r.report("payment", body).StatusCode)
	sent := r.flow.sentSignals()
	require.Len(t, sent, 2)
	require.Equal(t, sent[0], sent[1], "the workflow knows it by its event id")
}

func TestMoneyReportedForAnOrderThatIsOverIsLookedAfter(t *testing.T) {
	r := newRig(t)
	orderID, paymentID, _, airwayBill := r.known()
	r.flow.signalErr = fmt.Errorf("payment-reported: %w", flow.ErrOver)
	paid := callBack("evt_payment_1", "payment.updated", `{"reference":"`+paymentID+`","status":"paid"}`)
	r.refunds.lateErr = errors.New("no server")
	requireRefused(t, r.report("payment", paid), contract.FailUnavailable)
	r.refunds.lateErr = nil
	for range 2 {
		require.Equal(t, http.StatusNoContent, r.report("payment", paid).StatusCode)
	}
	number, err := r.store.Orders.NumberOf(t.Context(), orderID)
	require.NoError(t, err)
	require.Equal(t, []contract.LatePaymentInput{{OrderID: orderID, OrderNumber: number, PaymentID: paymentID}}, r.refunds.late)

	for system, body := range map[string]string{ // nothing that has to be known any more
		"payment": callBack("evt_payment_2", "payment.updated", `{"reference":"`+paymentID+`","status":"declined"}`),
		"courier": callBack("evt_courier_1", "parcel.scanned", `{"awb":"`+airwayBill+`","status":"delivered"}`),
	} {
		require.Equal(t, http.StatusNoContent, r.report(system, body).StatusCode)
	}
	require.Len(t, r.refunds.late, 1)
}

func TestCallBacksOfAnUnknownSystemAreNotFound(t *testing.T) {
	r := newRig(t)
	body := callBack("evt_00000001", "x", `{}`)
	got := r.call(http.MethodPost, "/api/webhooks/fortune-teller", body, signature("", body, time.Now()))
	requireRefused(t, got, contract.FailSignature)
}
