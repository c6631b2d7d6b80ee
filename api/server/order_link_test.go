package server_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

// parts are the operations on an order that a session of less than the whole of it opens. All others refuse it.
var parts = map[permission.Scope][]string{
	permission.Tracking:     {"getOrder", "streamOrderEvents", "endOrderSession"},
	permission.Activation:   {"getOrder", "streamOrderEvents", "endOrderSession", "requestIdentity", "activateSim"},
	permission.Installation: {"getOrder", "streamOrderEvents", "endOrderSession"},
	permission.Correction:   {"getOrder", "streamOrderEvents", "endOrderSession", "correctPort"},
	permission.Payment:      {"getOrder", "streamOrderEvents", "endOrderSession", "payOrder"},
}

// Among what is refused are a cancellation, and an eSIM made anew for the phone of somebody else.
func TestOrderLink_APartOfAnOrderOpensNoOtherStep(t *testing.T) {
	require.Len(t, parts, len(permission.Scopes)-2, "but the whole of it, and what somebody of ours does for a caller")
	for scope, opens := range parts {
		t.Run(string(scope), func(t *testing.T) {
			r := servertest.New(t)
			o := r.Delivered(servertest.CardOwner, servertest.CardNumber)
			part := r.ThroughLink(o, scope)
			before, refused := len(r.Flow.SentUpdates()), 0
			why := contract.FailLinkOnly
			if scope == permission.Activation {
				part, why = r.FoundByCard(o), contract.FailActivationOnly
			}
			walk(t, func(id, method, path string, row sample) {
				rule, _ := permission.Of(id)
				if rule.Caller != permission.OrderOwner {
					return
				}
				require.Equal(t, slices.Contains(opens, id), rule.Allows(scope), id)
				if rule.Allows(scope) {
					return
				}
				body := row.body
				if id == "reissueProfile" {
					body = `{"device":{"eid":"89049032000000000000000000000163"}}`
				}
				got := r.Call(method, "/api"+strings.ReplaceAll(path, "{id}", o.ID), body, servertest.WithSession(part.Session), servertest.FreshKey(), row.versioned())
				servertest.RequireRefused(t, got, why)
				refused++
			})
			require.Greater(t, refused, 20)
			require.Len(t, r.Flow.SentUpdates(), before)
		})
	}
}

// withAnotherLast is a token that ends otherwise, whatever its signature happens to end with. Of the last letter only four bits count.
func withAnotherLast(token string) string {
	if strings.HasSuffix(token, "A") {
		return token[:len(token)-1] + "E"
	}
	return token[:len(token)-1] + "A"
}

// personal is an order with everything in it that could be said of its customer.
func (r *rig) personal() started {
	o := r.delivered(cardOwner, cardNumber)
	r.put(o, func(full *contract.Order) {
		full.Kind, full.SIMType, full.NumberSource = contract.KindESIM, contract.SIMEmbedded, contract.NumberPortIn
		full.Contact = &contract.Contact{FullName: "Noura Ali", Email: "noura@example.com", Mobile: contactMobile}
		full.Delivery = &contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh", Area: "Olaya", Street: "Tahlia", BuildingNumber: "7341"}}
		full.Payments = []contract.Payment{{ID: uuid.NewString(), Status: contract.PaymentPaid, Amount: 1000, Last4: "4242"}}
		full.Identity = &contract.Identity{ExpiresAt: time.Now(), Purpose: contract.PurposeActivation, Status: contract.IdentityWaiting, Random: "42", Tries: 1}
		full.Profile = &contract.Profile{ICCID: cardNumber, State: contract.ProfileReleased, SMDPAddress: "smdp.selfcare.example", MatchingID: "K2-1A2B3C-4D5E6F"}
		full.Port = &contract.Port{MSISDN: "0559876543", Operator: "stc", OperatorEn: "STC", Status: contract.PortRejected, Rejection: contract.PortIDMismatch}
		full.Device = &contract.Device{EID: "89049032000000000000000000000163"}
		full.Shipment = &contract.Shipment{AirwayBill: "777888999000", Status: contract.ShipmentInTransit, TrackingURL: "https://courier.example/777888999000"}
	})
	return o
}

func TestOrderLink_ShowsNothingPersonalButWhatItsMessageIsAbout(t *testing.T) {
	const code, booked, ported, parcel = "K2-1A2B3C-4D5E6F", "0570000123", "0559876543", "777888999000"
	for scope, shown := range map[permission.Scope][]string{
		permission.Tracking: {parcel}, permission.Activation: {booked}, permission.Installation: {code, cardNumber}, permission.Correction: {ported},
	} {
		t.Run(string(scope), func(t *testing.T) {
			r := newRig(t)
			o := r.personal()
			got := r.get(r.throughLink(o, scope), "")
			require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
			view := decoded[gen.Order](t, got)
			require.Equal(t, gen.OrderPart(scope), *view.Opened)
			require.False(t, view.CanCancel)
			body := withoutDrawn(got)
			for _, secret := range []string{
				"Noura", "نورة", "0008", "1990-01-01", "noura@example.com", contactMobile, "Tahlia", "12345678", "4242",
				"89049032000000000000000000000163", code, booked, ported, parcel, cardNumber,
			} {
				require.Equal(t, slices.Contains(shown, secret), strings.Contains(body, secret), secret)
			}
			if scope == permission.Installation {
				require.Zero(t, view.Profile.ReissuesLeft, "another code would be for whoever has the link")
			}
		})
	}
}

func TestOrderLink_SaysOfAnOrderThatEndedWhyAndWhereTheMoneyIs(t *testing.T) {
	for _, stage := range []contract.Stage{contract.StageCancelling, contract.StageCancelled, contract.StageAbandoned, contract.StageHeld} {
		for _, scope := range []permission.Scope{permission.Tracking, permission.Installation, permission.Correction, permission.Activation} {
			t.Run(fmt.Sprint(stage, scope), func(t *testing.T) {
				r := newRig(t)
				o := r.personal()
				r.put(o, func(full *contract.Order) {
					full.Stage, full.Ended = stage, &contract.Ended{Reason: contract.EndedByCustomer, At: time.Now(), Refunded: 1000}
					if stage == contract.StageHeld {
						full.Ended = nil
						full.Held = &contract.Held{From: contract.StageCancelling, Work: contract.WorkRefund, FailureCode: contract.FailRefundRefused}
					}
				})
				got := r.get(r.throughLink(o, scope), "")
				view := decoded[gen.Order](t, got)
				if stage == contract.StageHeld {
					require.Equal(t, gen.OrderStage(contract.StageCancelling), view.Held.From)
				} else {
					require.Equal(t, texts.Text(texts.English, contract.EndedByCustomer, nil), view.Ended.Message)
					require.EqualValues(t, 1000, view.Ended.Refunded)
				}
				require.Nil(t, view.Profile)
				require.Nil(t, view.Port)
				require.NotContains(t, string(got.body), "K2-1A2B3C-4D5E6F")
			})
		}
	}
}

// The message about an eSIM that failed opens how the order is getting on: why it failed, and no code or number of it.
func TestOrderLink_SaysWhyAnESIMWasNotInstalled(t *testing.T) {
	r := newRig(t)
	o := r.personal()
	r.put(o, func(full *contract.Order) {
		full.Profile.State, full.Profile.ErrorCode = contract.ProfileError, contract.FailProfileNoMemory
	})
	got := r.get(r.throughLink(o, messagelink.ScopeOf("esim-failed")), "")
	view := decoded[gen.Order](t, got)
	require.Equal(t, texts.Text(texts.English, contract.FailProfileNoMemory, nil), view.Profile.Error.Message)
	require.Nil(t, view.Profile.Iccid)
	require.NotContains(t, string(got.body), "K2-1A2B3C-4D5E6F")
}

func TestOrderLink_AddressRefused_TellsThatTheCustomerCanCorrectIt(t *testing.T) {
	r := newRig(t)
	o := r.personal()
	r.put(o, func(full *contract.Order) {
		full.Stage, full.Shipment, full.Delivery = contract.StageHeld, nil, &contract.Delivery{Method: contract.DeliverHome}
		full.Held = &contract.Held{From: contract.StagePreparing, Work: contract.WorkShip, FailureCode: contract.FailCourierRefused}
	})
	view := decoded[gen.Order](t, r.get(r.throughLink(o, messagelink.ScopeOf("address-refused")), ""))
	require.Equal(t, new(true), view.CanCorrectAddress)
	require.Nil(t, view.Delivery, "the address is shown in the whole order only")
}

func TestOrderLink_CorrectsWhatAnotherOperatorRefused(t *testing.T) {
	r := newRig(t)
	o := r.personal()
	part := r.throughLink(o, permission.Correction)
	got := r.call(http.MethodPut, "/api/orders/"+o.id+"/port/correction", `{"msisdn":"0557654321"}`, withSession(part.session), freshKey())
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Equal(t, gen.OrderPartCorrection, *decoded[gen.Order](t, got).Opened, "the answer shows no more than the page")
}

func TestOrderLink_IsLimitedByDeviceAndWorksWithoutRedis(t *testing.T) {
	r := newRig(t)
	o := r.start()
	device := r.freshDevice()
	for n := range 31 {
		got := r.openLink(device, r.linkTo(o, permission.Tracking, time.Now(), fmt.Sprint(n)))
		if n < 30 {
			require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
			continue
		}
		requireRefused(t, got, contract.FailRateLimited)
	}
	r.redis.Close()
	require.Equal(t, http.StatusOK, r.openLink(device, r.linkTo(o, permission.Tracking, time.Now(), "more")).StatusCode)
}
