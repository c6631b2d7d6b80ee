package webhooks_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

func TestWebhook_Repeated_SignalsOnce(t *testing.T) {
	r := servertest.New(t)
	orderID, paymentID, transactionID, airwayBill := r.AddCallBackSubjects()
	scannedAt := time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)
	number, err := r.Store.Orders.NumberOf(t.Context(), orderID)
	require.NoError(t, err)
	orderWorkflow := contract.OrderWorkflowID(number)
	tests := map[string]struct {
		system, body string
		want         servertest.Sent
	}{
		"payment": {
			"payment", servertest.CallBack("evt_payment_1", "payment.updated", `{"reference":"`+paymentID+`","status":"paid"}`),
			servertest.Sent{WorkflowID: orderWorkflow, Name: contract.SignalPaymentReported, Key: "", Arg: contract.PaymentReported{EventID: "evt_payment_1", PaymentID: paymentID}},
		},
		"identity": {
			"identity", servertest.AnsweredPush(t, transactionID, "COMPLETED"),
			servertest.Sent{WorkflowID: orderWorkflow, Name: contract.SignalIdentityAnswered, Key: "", Arg: contract.IdentityAnswered{
				EventID: transactionID + "-COMPLETED", TransactionID: transactionID, Status: contract.IdentityCompleted,
			}},
		},
		"courier": {
			"courier", servertest.CallBack("evt_courier_1", "parcel.scanned",
				`{"awb":"`+airwayBill+`","reference":"`+orderID+`","status":"out-for-delivery","scannedAt":"2026-01-02T06:00:00+03:00"}`),
			servertest.Sent{WorkflowID: orderWorkflow, Name: contract.SignalParcelScanned, Key: "", Arg: contract.ParcelScanned{
				EventID: "evt_courier_1", AirwayBill: airwayBill, Status: contract.ShipmentOutForDelivery, At: scannedAt,
			}},
		},
		"courier, before the airway bill is stored": {
			"courier", servertest.CallBack("evt_courier_2", "parcel.scanned",
				`{"awb":"999999999999","reference":"`+orderID+`-2","status":"picked-up"}`),
			servertest.Sent{WorkflowID: orderWorkflow, Name: contract.SignalParcelScanned, Key: "", Arg: contract.ParcelScanned{
				EventID: "evt_courier_2", AirwayBill: "999999999999", Status: contract.ShipmentPickedUp,
				At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
			}},
		},
	}
	tests["the courier, which calls a parcel off"] = struct {
		system, body string
		want         servertest.Sent
	}{
		"courier", servertest.CallBack("evt_courier_3", "parcel.scanned", `{"awb":"`+airwayBill+`","reference":"`+orderID+`","status":"cancelled"}`),
		servertest.Sent{WorkflowID: orderWorkflow, Name: contract.SignalParcelScanned, Key: "", Arg: contract.ParcelScanned{
			EventID: "evt_courier_3", AirwayBill: airwayBill, Status: contract.ShipmentCancelled, At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		}},
	}
	tests["the clearing house, with a rejection"] = struct {
		system, body string
		want         servertest.Sent
	}{
		"portability", servertest.CallBack("evt_port_1", "port.updated",
			`{"portId":"`+orderID+`-2","reference":"NP00000007","status":"REJECTED","reason":"UNPAID_DUES","sequence":2}`),
		servertest.Sent{WorkflowID: contract.PortInWorkflowID(number), Name: contract.SignalPortReported, Key: "", Arg: contract.PortReported{
			EventID: "evt_port_1", PortID: orderID + "-2", State: contract.PortState{
				Reference: "NP00000007", Status: contract.PortRejected, Reason: contract.PortUnpaidDues, Sequence: 2,
			},
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			before := len(r.Flow.SentSignals())
			for range 3 { // repeated call-backs are accepted and change nothing
				got := r.Report(test.system, test.body)
				require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
			}
			require.Equal(t, []servertest.Sent{test.want}, r.Flow.SentSignals()[before:])
		})
	}
}

func TestWebhook_BadSignature_IsRefused(t *testing.T) {
	r := servertest.New(t)
	_, paymentID, _, _ := r.AddCallBackSubjects()
	body := servertest.CallBack("evt_payment_1", "payment.updated", `{"reference":"`+paymentID+`"}`)
	tests := map[string]servertest.Header{
		"no signature":              {},
		"another system's secret":   servertest.Signature("secret-c", body, time.Now()),
		"signature of another body": servertest.Signature("secret-p", body+" ", time.Now()),
		"older than five minutes":   servertest.Signature("secret-p", body, time.Now().Add(-6*time.Minute)),
		"from the future":           servertest.Signature("secret-p", body, time.Now().Add(6*time.Minute)),
		"no time":                   {"X-Signature": "v1=" + strings.Repeat("a", 64)},
		"invalid hex":               {"X-Signature": "t=1700000000,v1=" + strings.Repeat("z", 64)},
		"a time too large to parse": {"X-Signature": "t=99999999999999999999,v1=" + strings.Repeat("a", 64)},
	}
	for name, signed := range tests {
		t.Run(name, func(t *testing.T) {
			servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/webhooks/payment/generic", body, signed), contract.FailSignature)
		})
	}
	require.Empty(t, r.Flow.SentSignals())
	require.Equal(t, http.StatusOK, r.Report("payment", body).StatusCode, "a refused call-back must not count as received")
}

func TestWebhook_UnknownSubject_Refused(t *testing.T) {
	r := servertest.New(t)
	orderID := r.Start().ID
	paymentID := uuid.NewString()
	body := servertest.CallBack("evt_payment_9", "payment.updated", `{"reference":"`+paymentID+`"}`)
	servertest.RequireRefused(t, r.Report("payment", body), contract.FailOrderNotFound)
	servertest.RequireRefused(t, r.Report("payment", servertest.CallBack("evt_payment_8", "payment.updated", `{}`)), contract.FailOrderNotFound)
	servertest.RequireRefused(t, r.Report("identity", servertest.AnsweredPush(t, "unknown-push", "COMPLETED")), contract.FailOrderNotFound)
	servertest.RequireRefused(t, r.Report("courier", servertest.CallBack("evt_courier_9", "x", `{"awb":"1","reference":"2","status":"delivered"}`)), contract.FailOrderNotFound)
	servertest.RequireRefused(t, r.Report("courier", servertest.CallBack("evt_courier_8", "x",
		`{"awb":"1","reference":"`+uuid.NewString()+`","status":"delivered"}`)), contract.FailOrderNotFound)
	servertest.RequireRefused(t, r.Report("courier", servertest.CallBack("evt_courier_7", "x", `{"awb":"1","status":"eaten"}`)), contract.FailValidation)
	servertest.RequireRefused(t, r.Report("portability", servertest.CallBack("evt_port_9", "x", `{"portId":"1","status":"APPROVED"}`)), contract.FailOrderNotFound)
	servertest.RequireRefused(t, r.Report("portability", servertest.CallBack("evt_port_8", "x",
		`{"portId":"`+uuid.NewString()+`-1","status":"APPROVED"}`)), contract.FailOrderNotFound)
	servertest.RequireRefused(t, r.Report("portability", servertest.CallBack("evt_port_7", "x", `{"portId":"1","status":"EATEN"}`)), contract.FailValidation)
	servertest.RequireRefused(t, r.Report("identity", servertest.AnsweredPush(t, "unknown-push", "MAYBE")), contract.FailValidation)

	require.NoError(t, r.Store.Payments.Save(t.Context(), orderID,
		contract.Payment{ID: paymentID, Status: contract.PaymentProcessing, Amount: 1000, At: time.Now()}))
	require.Equal(t, http.StatusOK, r.Report("payment", body).StatusCode)
	require.Len(t, r.Flow.SentSignals(), 1)
}

func TestWebhook_SignalFails_SentAgain(t *testing.T) {
	r := servertest.New(t)
	_, paymentID, _, _ := r.AddCallBackSubjects()
	body := servertest.CallBack("evt_payment_1", "payment.updated", `{"reference":"`+paymentID+`"}`)
	r.Flow.SignalErr = errors.New("no server")
	got := r.Report("payment", body)
	servertest.RequireRefused(t, got, contract.FailUnavailable)
	require.NotEmpty(t, got.Header.Get("Retry-After"))

	r.Flow.SignalErr = nil
	require.Equal(t, http.StatusOK, r.Report("payment", body).StatusCode)
	require.Len(t, r.Flow.SentSignals(), 1)
}

func TestWebhook_APIDies_IsDelivered(t *testing.T) {
	r := servertest.New(t)
	_, paymentID, _, _ := r.AddCallBackSubjects()
	body := servertest.CallBack("evt_payment_1", "payment.updated", `{"reference":"`+paymentID+`"}`)
	r.Flow.SignalDies = true
	servertest.RequireRefused(t, r.Report("payment", body), contract.FailInternal)

	r.Flow.SignalDies = false
	require.Equal(t, http.StatusOK, r.Report("payment", body).StatusCode)
	require.Len(t, r.Flow.SentSignals(), 1, "the sender's repeat is handed on")
	require.Equal(t, http.StatusOK, r.Report("payment", body).StatusCode)
	require.Len(t, r.Flow.SentSignals(), 1, "a known event is not handed on again")
}

func TestWebhook_Unmarked_IsDeliveredAgain(t *testing.T) {
	r := servertest.New(t)
	_, paymentID, _, _ := r.AddCallBackSubjects()
	body := servertest.CallBack("evt_payment_1", "payment.updated", `{"reference":"`+paymentID+`"}`)
	require.Equal(t, http.StatusOK, r.Report("payment", body).StatusCode)
	_, err := r.DB.ExecContext(t.Context(), "DELETE FROM webhook_events") // as if the API died before it marked the event
	require.NoError(t, err)

	require.Equal(t, http.StatusOK, r.Report("payment", body).StatusCode)
	sent := r.Flow.SentSignals()
	require.Len(t, sent, 2)
	require.Equal(t, sent[0], sent[1], "the workflow knows it by its event id")
}

func TestWebhook_LatePayment_IsHandled(t *testing.T) {
	r := servertest.New(t)
	orderID, paymentID, _, airwayBill := r.AddCallBackSubjects()
	r.Flow.SignalErr = fmt.Errorf("payment-reported: %w", flow.ErrOver)
	paid := servertest.CallBack("evt_payment_1", "payment.updated", `{"reference":"`+paymentID+`","status":"paid"}`)
	r.Refunds.LateErr = errors.New("no server")
	servertest.RequireRefused(t, r.Report("payment", paid), contract.FailUnavailable)
	r.Refunds.LateErr = nil
	for range 2 {
		require.Equal(t, http.StatusOK, r.Report("payment", paid).StatusCode)
	}
	number, err := r.Store.Orders.NumberOf(t.Context(), orderID)
	require.NoError(t, err)
	require.Equal(t, []contract.LatePaymentInput{{OrderID: orderID, OrderNumber: number, PaymentID: paymentID}}, r.Refunds.Late)

	for system, body := range map[string]string{ // an ended order needs none of these reports
		"payment": servertest.CallBack("evt_payment_2", "payment.updated", `{"reference":"`+paymentID+`","status":"declined"}`),
		"courier": servertest.CallBack("evt_courier_1", "parcel.scanned", `{"awb":"`+airwayBill+`","status":"delivered"}`),
	} {
		require.Equal(t, http.StatusOK, r.Report(system, body).StatusCode)
	}
	require.Len(t, r.Refunds.Late, 1)
}

func TestWebhook_UnknownSystem_IsNotFound(t *testing.T) {
	r := servertest.New(t)
	body := servertest.CallBack("evt_00000001", "x", `{}`)
	got := r.Call(http.MethodPost, "/api/webhooks/fortune-teller/generic", body, servertest.Signature("", body, time.Now()))
	servertest.RequireRefused(t, got, contract.FailNotFound)
	got = r.Call(http.MethodPost, "/api/webhooks/payment/fortune-teller", body, servertest.SignedBy("payment", body))
	servertest.RequireRefused(t, got, contract.FailNotFound)
}
