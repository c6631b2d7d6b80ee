package orders_test

import (
	"fmt"
	"net/http"
	"regexp"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

func TestActivation_ESIMCardNumber_OpensNothing(t *testing.T) {
	for _, kind := range []contract.Kind{contract.KindESIM, contract.KindESIMReplacement, contract.KindMultiSIM} {
		for _, stage := range []contract.Stage{contract.StagePlaced, contract.StageDispatched, contract.StageDelivered, contract.StageActive} {
			t.Run(fmt.Sprint(kind, stage), func(t *testing.T) {
				r := servertest.New(t)
				o := r.DeliverOrder(servertest.CardOwner, servertest.CardNumber)
				r.Put(o, func(full *contract.Order) {
					full.Kind, full.Stage, full.SIM = kind, stage, nil
					if kind != contract.KindESIM {
						full.NumberSource, full.SIMType = contract.NumberExisting, contract.SIMEmbedded
					}
					full.Profile = &contract.Profile{ICCID: servertest.CardNumber, State: contract.ProfileReleased}
				})
				unknown := servertest.RequireRefused(t, r.FindByCard("8996601000000000012", servertest.CardOwner), contract.FailNoOrdersFound)
				require.Equal(t, unknown.Message, servertest.RequireRefused(t, r.FindByCard(servertest.CardNumber, servertest.CardOwner), contract.FailNoOrdersFound).Message)
			})
		}
	}
}

func TestActivation_Undelivered_OpensNothing(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	o := r.DeliverOrder(servertest.CardOwner, servertest.CardNumber)
	for _, stage := range []contract.Stage{
		contract.StagePlaced, contract.StagePreparing, contract.StageDispatched, contract.StageActive, contract.StageHeld, contract.StageCancelled,
	} {
		r.Put(o, func(full *contract.Order) { full.Stage = stage })
		servertest.RequireRefused(t, r.FindByCard(servertest.CardNumber, servertest.CardOwner), contract.FailNoOrdersFound)
	}
	r.Put(o, func(full *contract.Order) { full.Stage = contract.StageDelivered })
	r.MustFindByCard(o)
	r.Put(o, func(full *contract.Order) { full.NumberSource = contract.NumberPortIn }) // a ported line is switched on when its number moves
	servertest.RequireRefused(t, r.FindByCard(servertest.CardNumber, servertest.CardOwner), contract.FailNoOrdersFound)
}

func TestActivation_Card_HidesPersonalData(t *testing.T) {
	r := servertest.New(t)
	o := r.DeliverOrder(servertest.CardOwner, servertest.CardNumber)
	r.Put(o, func(full *contract.Order) {
		full.Contact = &contract.Contact{FullName: "Noura Ali", Email: "noura@example.com", Mobile: servertest.ContactMobile}
		full.Delivery = &contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh", Area: "Olaya", Street: "Tahlia", BuildingNumber: "1234"}}
		full.Payments = []contract.Payment{{ID: uuid.NewString(), Status: contract.PaymentPaid, Amount: 1000, Last4: "4242"}}
		full.Identity = &contract.Identity{ExpiresAt: time.Now(), Purpose: contract.PurposeActivation, Status: contract.IdentityWaiting, Random: "42", Tries: 1}
	})
	got := r.Get(r.MustFindByCard(o), "")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	for _, secret := range []string{"Noura", "نورة", "0008", "1990-01-01", "noura@example.com", servertest.ContactMobile, "Tahlia", "12345678", servertest.CardNumber, "4242"} {
		require.NotContains(t, withoutDrawn(got), secret)
	}
	view := servertest.Decoded[gen.Order](t, got)
	require.Equal(t, gen.OrderPartActivation, *view.Opened)
	require.False(t, view.CanCancel)
	require.Equal(t, "0570000123", *view.Msisdn)
	require.Equal(t, gen.OrderStage(contract.StageDelivered), view.Stage)
	require.Equal(t, "42", view.Identity.Random)

	whole := servertest.Decoded[gen.Order](t, r.Get(o, ""))
	require.Nil(t, whole.Opened)
	require.Equal(t, "12345678", whole.Sim.Puk1, "the customer sees the whole order")
}

func TestActivation_HeldOrder_SaysWhy(t *testing.T) {
	for code, tt := range map[contract.Code]struct {
		work   contract.Work
		failed bool
	}{
		contract.FailActivationOverdue: {contract.WorkAwaitActivation, false},
		contract.FailNetworkRefused:    {contract.WorkActivate, true},
		contract.FailCourierRefused:    {contract.WorkShip, false},
	} {
		t.Run(string(code), func(t *testing.T) {
			r := servertest.New(t)
			o := r.DeliverOrder(servertest.CardOwner, servertest.CardNumber)
			part := r.OpenPartByLink(o, permission.Activation)
			r.Put(o, func(full *contract.Order) {
				full.Stage = contract.StageHeld
				full.Held = &contract.Held{From: contract.StageDelivered, Work: tt.work, FailureCode: code}
			})
			shown, whole := servertest.Decoded[gen.Order](t, r.Get(part, "")).Held, servertest.Decoded[gen.Order](t, r.Get(o, "")).Held
			require.Equal(t, string(code), shown.FailureCode)
			require.NotEmpty(t, shown.Message)
			require.Equal(t, tt.failed, shown.ActivationFailed != nil && *shown.ActivationFailed)
			require.Equal(t, whole, shown)
		})
	}
}

func TestActivation_Card_SwitchesItsLineOn(t *testing.T) {
	r := servertest.New(t)
	o := r.DeliverOrder(servertest.CardOwner, servertest.CardNumber)
	found := r.MustFindByCard(o)
	for path, body := range map[string]string{"/identity": "", "/activation": `{"iccid":"` + servertest.CardNumber + `"}`} {
		got := r.Call(http.MethodPost, "/api/orders/"+o.ID+path, body, servertest.WithSession(found.Session), servertest.FreshKey())
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		require.Equal(t, gen.OrderPartActivation, *servertest.Decoded[gen.Order](t, got).Opened)
	}
}

func TestActivation_CardFound_ResetsTheTries(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	o := r.DeliverOrder(servertest.CardOwner, servertest.CardNumber)
	for n := range 12 {
		got := r.Call(http.MethodPost, "/api/sim-activation/orders", `{"iccid":"`+servertest.CardNumber+`","idNumber":"`+servertest.CardOwner+`"}`,
			servertest.Header{"X-Forwarded-For": fmt.Sprintf("203.0.113.%d", n+10)})
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		require.Contains(t, string(got.Body), o.ID)
	}
}

func TestActivation_ManyAddresses_ShareTheTries(t *testing.T) {
	for name, guess := range map[string]func(n int) (iccid, id string){
		"IDs for one card": func(n int) (string, string) { return servertest.CardNumber, fmt.Sprintf("10000000%02d", n) },
		"cards for one ID": func(n int) (string, string) {
			return servertest.WithCheckDigit(fmt.Sprintf("8996601000000000%02d", n)), servertest.CardOwner
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := servertest.New(t, servertest.TrustProxies)
			r.DeliverOrder("1077000014", "8996601000000000095")
			try := func(n int) servertest.Answer {
				iccid, id := guess(n)
				return r.Call(http.MethodPost, "/api/sim-activation/orders", `{"iccid":"`+iccid+`","idNumber":"`+id+`"}`,
					servertest.Header{"X-Forwarded-For": fmt.Sprintf("203.0.113.%d", n)})
			}
			for n := range 10 {
				servertest.RequireRefused(t, try(n+10), contract.FailNoOrdersFound)
			}
			got := try(30)
			servertest.RequireRefused(t, got, contract.FailRateLimited)
			require.Equal(t, "3600", got.Header.Get("Retry-After"))
		})
	}
}

func TestActivation_CardAndID_FindOrder(t *testing.T) {
	r := servertest.New(t)
	o := r.DeliverOrder("1000000008", "8996601000000000004")
	got := r.FindByCard("8996601000000000004", "1000000008")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	found := servertest.Decoded[struct {
		Items []struct{ OrderID, OrderNumber, MSISDN, OrderSessionID string }
	}](t, got).Items
	require.Len(t, found, 1)
	require.Equal(t, o.ID, found[0].OrderID)
	require.NotEqual(t, o.Session, found[0].OrderSessionID)

	servertest.RequireRefused(t, r.FindByCard("8996601000000000004", "1000000016"), contract.FailNoOrdersFound)
	servertest.RequireRefused(t, r.FindByCard("8996601000000000012", "1000000008"), contract.FailNoOrdersFound)
}

func TestActivation_GuessedCards_AreLimited(t *testing.T) {
	r := servertest.New(t)
	for range 10 {
		servertest.RequireRefused(t, r.FindByCard("8996601000000000004", "1000000008"), contract.FailNoOrdersFound)
	}
	got := r.FindByCard("8996601000000000004", "1000000008")
	servertest.RequireRefused(t, got, contract.FailRateLimited)
	require.NotEmpty(t, got.Header.Get("Retry-After"))
	forged := servertest.Header{"X-Forwarded-For": "203.0.113.9"}
	got = r.Call(http.MethodPost, "/api/sim-activation/orders", `{"iccid":"8996601000000000004","idNumber":"1000000008"}`, forged)
	servertest.RequireRefused(t, got, contract.FailRateLimited)
}

var drawn = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|SC[2-9A-Z]{8}|20\d\d-\d\d-\d\dT[\d:.]+Z`)

// withoutDrawn removes ids, order numbers and times from an answer, because they can contain any four digits by chance.
func withoutDrawn(got servertest.Answer) string { return drawn.ReplaceAllString(string(got.Body), "") }
