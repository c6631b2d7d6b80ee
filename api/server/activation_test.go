package server_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/typed"
)

const (
	cardNumber = "8996601000000000004"
	cardOwner  = "1000000008"
)

// foundByCard is a session that its card and the owner's ID open.
func (r *rig) foundByCard(o started) started {
	r.t.Helper()
	got := r.findByCard(cardNumber, cardOwner)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	found := decoded[struct {
		Items []struct{ OrderID, OrderSessionID string }
	}](r.t, got).Items
	require.Len(r.t, found, 1)
	require.Equal(r.t, o.id, found[0].OrderID)
	return started{o.id, found[0].OrderSessionID}
}

func TestActivation_AnESimsCardNumberOpensNothing(t *testing.T) {
	for _, kind := range []contract.Kind{contract.KindESIM, contract.KindESIMReplacement, contract.KindMultiSIM} {
		for _, stage := range []contract.Stage{contract.StagePlaced, contract.StageDispatched, contract.StageDelivered, contract.StageActive} {
			t.Run(fmt.Sprint(kind, stage), func(t *testing.T) {
				r := newRig(t)
				o := r.delivered(cardOwner, cardNumber)
				r.put(o, func(full *contract.Order) {
					full.Kind, full.Stage, full.SIM = kind, stage, nil
					if kind != contract.KindESIM {
						full.NumberSource, full.SIMType = contract.NumberExisting, contract.SIMEmbedded
					}
					full.Profile = &contract.Profile{ICCID: cardNumber, State: contract.ProfileReleased}
				})
				unknown := requireRefused(t, r.findByCard("8996601000000000012", cardOwner), contract.FailNoOrdersFound)
				require.Equal(t, unknown.Message, requireRefused(t, r.findByCard(cardNumber, cardOwner), contract.FailNoOrdersFound).Message)
			})
		}
	}
}

func TestActivation_OnlyADeliveredCardOpensItsOrder(t *testing.T) {
	r := newRig(t, trusting)
	o := r.delivered(cardOwner, cardNumber)
	for _, stage := range []contract.Stage{
		contract.StagePlaced, contract.StagePreparing, contract.StageDispatched, contract.StageActive, contract.StageHeld, contract.StageCancelled,
	} {
		r.put(o, func(full *contract.Order) { full.Stage = stage })
		requireRefused(t, r.findByCard(cardNumber, cardOwner), contract.FailNoOrdersFound)
	}
	r.put(o, func(full *contract.Order) { full.Stage = contract.StageDelivered })
	r.foundByCard(o)
	r.put(o, func(full *contract.Order) { full.NumberSource = contract.NumberPortIn }) // switched on when its number moves
	requireRefused(t, r.findByCard(cardNumber, cardOwner), contract.FailNoOrdersFound)
}

func TestActivation_ACardShowsNothingPersonalOfItsOrder(t *testing.T) {
	r := newRig(t)
	o := r.delivered(cardOwner, cardNumber)
	r.put(o, func(full *contract.Order) {
		full.Contact = &contract.Contact{FullName: "Noura Ali", Email: "noura@example.com", Mobile: contactMobile}
		full.Delivery = &contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh", Area: "Olaya", Street: "Tahlia", BuildingNumber: "1234"}}
		full.Payments = []contract.Payment{{ID: uuid.NewString(), Status: contract.PaymentPaid, Amount: 1000, Last4: "4242"}}
		full.Identity = &contract.Identity{ExpiresAt: time.Now(), Purpose: contract.PurposeActivation, Status: contract.IdentityWaiting, Random: "42", Tries: 1}
	})
	got := r.get(r.foundByCard(o), "")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	for _, secret := range []string{"Noura", "نورة", "0008", "1990-01-01", "noura@example.com", contactMobile, "Tahlia", "12345678", cardNumber, "4242"} {
		require.NotContains(t, withoutDrawn(got), secret)
	}
	view := decoded[gen.Order](t, got)
	require.Equal(t, gen.OrderPartActivation, *view.Opened)
	require.False(t, view.CanCancel)
	require.Equal(t, "0570000123", *view.Msisdn)
	require.Equal(t, gen.OrderStage(contract.StageDelivered), view.Stage)
	require.Equal(t, "42", view.Identity.Random)

	whole := decoded[gen.Order](t, r.get(o, ""))
	require.Nil(t, whole.Opened)
	require.Equal(t, "12345678", whole.Sim.Puk1, "its customer sees it all")
}

func TestActivation_ACardTellsWhatHoldsItsOrder(t *testing.T) {
	for code, tt := range map[contract.Code]struct {
		work   contract.Work
		failed bool
	}{
		contract.FailActivationOverdue: {contract.WorkAwaitActivation, false},
		contract.FailNetworkRefused:    {contract.WorkActivate, true},
		contract.FailCourierRefused:    {contract.WorkShip, false},
	} {
		t.Run(string(code), func(t *testing.T) {
			r := newRig(t)
			o := r.delivered(cardOwner, cardNumber)
			part := r.throughLink(o, permission.Activation)
			r.put(o, func(full *contract.Order) {
				full.Stage = contract.StageHeld
				full.Held = &contract.Held{From: contract.StageDelivered, Work: tt.work, FailureCode: code}
			})
			shown, whole := decoded[gen.Order](t, r.get(part, "")).Held, decoded[gen.Order](t, r.get(o, "")).Held
			require.Equal(t, string(code), shown.FailureCode)
			require.NotEmpty(t, shown.Message)
			require.Equal(t, tt.failed, shown.ActivationFailed != nil && *shown.ActivationFailed)
			require.Equal(t, whole, shown)
		})
	}
}

func TestActivation_ACardSwitchesItsLineOn(t *testing.T) {
	r := newRig(t)
	o := r.delivered(cardOwner, cardNumber)
	found := r.foundByCard(o)
	for path, body := range map[string]string{"/identity": "", "/activation": `{"iccid":"` + cardNumber + `"}`} {
		got := r.call(http.MethodPost, "/api/orders/"+o.id+path, body, withSession(found.session), freshKey())
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		require.Equal(t, gen.OrderPartActivation, *decoded[gen.Order](t, got).Opened)
	}
}

func withCheckDigit(digits string) string { return digits + string(typed.LuhnDigit(digits)) }

func TestActivation_CardIsFound_NextOrderOfThePersonHasAllTries(t *testing.T) {
	r := newRig(t, trusting)
	o := r.delivered(cardOwner, cardNumber)
	for n := range 12 {
		got := r.call(http.MethodPost, "/api/sim-activation/orders", `{"iccid":"`+cardNumber+`","idNumber":"`+cardOwner+`"}`,
			header{"X-Forwarded-For": fmt.Sprintf("203.0.113.%d", n+10)})
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		require.Contains(t, string(got.body), o.id)
	}
}

func TestActivation_CardsAndIDsCannotBeGuessedFromManyAddresses(t *testing.T) {
	for name, guess := range map[string]func(n int) (iccid, id string){
		"IDs for one card": func(n int) (string, string) { return cardNumber, fmt.Sprintf("10000000%02d", n) },
		"cards for one ID": func(n int) (string, string) { return withCheckDigit(fmt.Sprintf("8996601000000000%02d", n)), cardOwner },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, trusting)
			r.delivered("1077000014", "8996601000000000095")
			try := func(n int) answer {
				iccid, id := guess(n)
				return r.call(http.MethodPost, "/api/sim-activation/orders", `{"iccid":"`+iccid+`","idNumber":"`+id+`"}`,
					header{"X-Forwarded-For": fmt.Sprintf("203.0.113.%d", n)})
			}
			for n := range 10 {
				requireRefused(t, try(n+10), contract.FailNoOrdersFound)
			}
			got := try(30)
			requireRefused(t, got, contract.FailRateLimited)
			require.Equal(t, "3600", got.Header.Get("Retry-After"))
		})
	}
}
