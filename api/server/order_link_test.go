package server_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/domain/permission"
)

// linkTo is the token of a message sent at a time, as the worker makes it.
func (r *rig) linkTo(o started, scope permission.Scope, sent time.Time, message string) string {
	return messagelink.NewSigner(r.options.Pepper).Token(o.id, scope, sent, message)
}

func (r *rig) openLink(session, token string, headers ...header) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/orders/link", `{"token":"`+token+`"}`, append(headers, bearer(session))...)
}

type openedLink struct {
	OrderID, OrderSessionID string
	Opened                  gen.OrderPart
}

// throughLink is the session of a part of an order, as a message's link gives it to a new browser.
func (r *rig) throughLink(o started, scope permission.Scope) started {
	r.t.Helper()
	got := r.openLink(r.freshDevice(), r.linkTo(o, scope, time.Now(), "m-"+uuid.NewString()))
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	opened := decoded[openedLink](r.t, got)
	require.Equal(r.t, o.id, opened.OrderID)
	require.Equal(r.t, gen.OrderPart(scope), opened.Opened)
	return started{o.id, opened.OrderSessionID}
}

func TestOrderLink_OpensItsPartForTheBrowserThatOpensItFirst(t *testing.T) {
	r := newRig(t)
	o := r.delivered(cardOwner, cardNumber)
	phone, number := r.freshDevice(), decoded[gen.Order](t, r.get(o, "")).OrderNumber
	token := r.linkTo(o, permission.Activation, time.Now(), "m-1")

	first := r.openLink(phone, token)
	require.Equal(t, http.StatusOK, first.StatusCode, string(first.body))
	opened := decoded[openedLink](t, first)
	view := decoded[gen.Order](t, r.get(started{o.id, opened.OrderSessionID}, ""))
	require.Equal(t, gen.OrderPartActivation, *view.Opened)
	require.Equal(t, "0570000123", *view.Msisdn)

	require.Equal(t, opened, decoded[openedLink](t, r.openLink(phone, token)), "the same browser may open it again")
	for language, text := range map[string]string{"en": "another browser", "ar": "متصفح آخر"} {
		refused := requireRefused(t, r.openLink(r.freshDevice(), token, header{"Accept-Language": language}), contract.FailLinkOpened)
		require.Equal(t, number, *refused.OrderNumber, "what finding the order asks for")
		require.Contains(t, refused.Message, number)
		require.Contains(t, refused.Message, text)
	}
	require.Equal(t, http.StatusOK, r.openLink(r.freshDevice(), r.linkTo(o, permission.Activation, time.Now(), "m-2")).StatusCode,
		"another message has a link of its own")
}

func TestOrderLink_OpensNothingAfterItsTime(t *testing.T) {
	r := newRig(t)
	o := r.delivered(cardOwner, cardNumber)
	number := decoded[gen.Order](t, r.get(o, "")).OrderNumber
	for scope, lasts := range map[permission.Scope]time.Duration{
		permission.Tracking: 7 * 24 * time.Hour, permission.Activation: 3 * 24 * time.Hour,
		permission.Installation: 2 * 24 * time.Hour, permission.Correction: 3 * 24 * time.Hour,
	} {
		late := r.linkTo(o, scope, time.Now().Add(-lasts), "late-"+string(scope))
		for _, language := range []string{texts.English, texts.Arabic} {
			refused := requireRefused(t, r.openLink(r.device(), late, header{"Accept-Language": language}), contract.FailLinkOver)
			require.Equal(t, number, *refused.OrderNumber)
			require.Equal(t, texts.Text(language, contract.FailLinkOver, map[string]string{"order": number}), refused.Message)
		}
		inTime := r.linkTo(o, scope, time.Now().Add(time.Minute-lasts), "in-time-"+string(scope))
		require.Equal(t, http.StatusOK, r.openLink(r.device(), inTime).StatusCode, scope)
	}
}

func TestOrderLink_OneThatWeHaveNotMadeOpensNothing(t *testing.T) {
	r := newRig(t)
	o, other := r.delivered(cardOwner, cardNumber), r.start()
	mine := r.linkTo(o, permission.Tracking, time.Now(), "m")
	others := r.linkTo(other, permission.Tracking, time.Now(), "m")
	for name, token := range map[string]string{
		"of another secret":        messagelink.NewSigner([]byte("somebody else's secret of tests!")).Token(o.id, permission.Tracking, time.Now(), "m"),
		"with another order's id":  others[:24] + mine[24:],
		"with another last letter": withAnotherLast(mine),
		"of an order that is none": r.linkTo(started{id: uuid.NewString()}, permission.Tracking, time.Now(), "m"),
		"for the whole order":      r.linkTo(o, permission.WholeOrder, time.Now(), "m"),
	} {
		for _, language := range []string{texts.English, texts.Arabic} {
			refused := requireRefused(t, r.openLink(r.device(), token, header{"Accept-Language": language}), contract.FailLinkInvalid)
			require.Nil(t, refused.OrderNumber, name)
			require.Equal(t, texts.Text(language, contract.FailLinkInvalid, nil), refused.Message)
		}
	}
	require.Equal(t, http.StatusOK, r.openLink(r.device(), mine).StatusCode, "none of them used it up")
}

func TestOrderLink_ItsSignedInOwnerSimplyOpensTheOrder(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	o := r.under(ownerID)
	token := r.linkTo(o, permission.Tracking, time.Now().Add(-30*24*time.Hour), "m")
	got := r.openLink(r.signIn(mainLine), token)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Equal(t, openedLink{OrderID: o.id, Opened: gen.OrderPartOrder}, decoded[openedLink](t, got))
	requireRefused(t, r.openLink(r.signedIn("stranger@selfcare.example"), token), contract.FailLinkOver)
}

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
			r := newRig(t)
			o := r.delivered(cardOwner, cardNumber)
			part := r.throughLink(o, scope)
			before, refused := len(r.flow.sentUpdates()), 0
			why := contract.FailLinkOnly
			if scope == permission.Activation {
				part, why = r.foundByCard(o), contract.FailActivationOnly
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
				got := r.call(method, "/api"+strings.ReplaceAll(path, "{id}", o.id), body, withSession(part.session), freshKey(), row.versioned())
				requireRefused(t, got, why)
				refused++
			})
			require.Greater(t, refused, 20)
			require.Len(t, r.flow.sentUpdates(), before)
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
