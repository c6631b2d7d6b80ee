package orders_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/typed"
	"selfcare/internal/store/order"
)

func TestOrder_Started_IsShown(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()

	got := r.Get(o, "")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Equal(t, "no-store", got.Header.Get("Cache-Control"))
	view := servertest.Decoded[gen.Order](t, got)
	require.Equal(t, o.ID, view.Id)
	require.Regexp(t, typed.OrderNumber.Pattern(), view.OrderNumber)
	require.Equal(t, gen.OrderStage(contract.StageWizard), view.Stage)
	require.Equal(t, string(contract.StepNumberSelection), view.Step)
	require.True(t, view.CanCancel)
	require.Len(t, view.Steps, 10)

	timeline := r.Get(o, "/timeline")
	require.Equal(t, http.StatusOK, timeline.StatusCode)
}

func TestOrder_Shown_HidesSecrets(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	r.Put(o, func(full *contract.Order) {
		full.Stage = contract.StageHeld
		full.Booking = &contract.Booking{MSISDN: "0570000123", Category: "gold", Price: 50000, HeldUntil: now, Extensions: 1}
		full.Plan = &contract.Plan{ID: "hawakom-90", NameEn: "Hawakom 90", NameAr: "هواكم 90", Price: 9000, SubscriptionType: "prepaid"}
		full.Person = &contract.Person{IDNumber: "1098765432", Nationality: "SA", BirthDate: "1990-01-01", FullNameEn: "Noura", FullNameAr: "نورة"}
		full.Identity = &contract.Identity{Random: "42", Status: contract.IdentityCompleted, Purpose: contract.PurposeOrder, ExpiresAt: now, Tries: 2}
		full.Contact = &contract.Contact{FullName: "Noura Ali", Email: "noura@example.com", Mobile: "0551234567"}
		full.Delivery = &contract.Delivery{Method: contract.DeliverHome, Fee: 2500, Address: &contract.Address{City: "riyadh", Area: "Olaya", Street: "Tahlia", BuildingNumber: "1234"}}
		full.Price = &contract.Price{Lines: []contract.PriceLine{{Key: contract.LineNumber, Amount: 50000}}, Total: 50000, VAT: 6522, PinnedAt: now}
		full.Payments = []contract.Payment{
			{ID: uuid.NewString(), Status: contract.PaymentDeclined, Amount: 50000, DeclineCode: "insufficient_funds", ChallengeURL: "https://pay.example/old", At: now},
			{ID: uuid.NewString(), Status: contract.PaymentDeclined, Amount: 50000, DeclineCode: "never_heard_of", At: now},
			{ID: uuid.NewString(), Status: contract.PaymentChallenge, Amount: 50000, ChallengeURL: "https://pay.example/3ds", Brand: "MADA", Last4: "1111", At: now},
		}
		full.Shipment = &contract.Shipment{AirwayBill: "123456789012", Status: contract.ShipmentFailedAttempt, Attempts: 1}
		full.Held = &contract.Held{FailureCode: contract.FailOutOfStock, From: contract.StagePlaced, Since: now, CanSkip: true}
	})

	got := r.Get(o, "")
	require.NotContains(t, string(got.Body), "1098765432")
	english := servertest.Decoded[gen.Order](t, got)
	require.Equal(t, "Hawakom 90", english.Plan.Name)
	require.Equal(t, "Noura", *english.Person.FullName)
	require.Equal(t, "1•••••5432", english.Person.IdNumberMasked)
	require.Equal(t, 0, english.Booking.ExtensionsLeft)
	require.Equal(t, 3, english.Identity.TriesLeft)
	require.True(t, english.Price.Pinned)
	require.Equal(t, texts.Text(texts.English, contract.FailOutOfStock, nil), english.Held.Message)
	require.Equal(t, texts.Text(texts.English, "decline.insufficient_funds", nil), *english.Payments[0].DeclineMessage)
	require.Equal(t, "Oops, Payment failed", *english.Payments[1].DeclineMessage)
	require.Nil(t, english.Payments[0].ChallengeUrl, "a left payment page cannot be opened again")
	require.Equal(t, "https://pay.example/3ds", *english.Payments[2].ChallengeUrl)

	arabic := servertest.Decoded[gen.Order](t, r.Get(o, "", servertest.Header{"Accept-Language": "ar"}))
	require.Equal(t, "هواكم 90", arabic.Plan.Name)
	require.Equal(t, "نورة", *arabic.Person.FullName)
	require.Equal(t, texts.Text(texts.Arabic, contract.FailOutOfStock, nil), arabic.Held.Message)
}

func TestTimeline_Language_IsTheCallers(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	r.Put(o, func(full *contract.Order) { full.Stage = contract.StageCancelled },
		order.Event{Key: "refund.done", At: time.Now(), Params: map[string]string{"amount": "55.00"}})
	type timeline struct{ Items []gen.TimelineEvent }
	require.Equal(t, "SAR 55.00 returned to your card or wallet", servertest.Decoded[timeline](t, r.Get(o, "/timeline")).Items[0].Title)
	arabic := servertest.Decoded[timeline](t, r.Get(o, "/timeline", servertest.Header{"Accept-Language": "ar"}))
	require.Equal(t, "تمت إعادة 55.00 ريالًا إلى بطاقتك أو محفظتك", arabic.Items[0].Title)
}

func TestPayment_Return_OpensOrderPage(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	key := servertest.FreshKey()
	for range 2 {
		got := r.Call(http.MethodPost, "/api/orders/"+o.ID+"/payments", `{"cardToken":"tok_0123456789abcdef"}`, servertest.WithSession(o.Session), key)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	}
	updates := r.Flow.SentUpdates()
	require.Len(t, updates, 2, "one start and one payment")
	paid, ok := updates[1].Arg.(contract.PayRequest)
	require.True(t, ok)
	require.Equal(t, "https://selfcare.example/en/order-sim/"+o.ID+"/payment", paid.ReturnURL)
	require.NoError(t, uuid.Validate(paid.PaymentID))
}
