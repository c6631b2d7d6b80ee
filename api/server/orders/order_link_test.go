package orders_test

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
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/domain/permission"
)

func TestOrderLink_FirstBrowser_OpensIt(t *testing.T) {
	r := servertest.New(t)
	o := r.DeliverOrder(servertest.CardOwner, servertest.CardNumber)
	phone, number := r.FreshDevice(), servertest.Decoded[gen.Order](t, r.Get(o, "")).OrderNumber
	token := r.LinkTo(o, permission.Activation, time.Now(), "m-1")

	first := r.OpenLink(phone, token)
	require.Equal(t, http.StatusOK, first.StatusCode, string(first.Body))
	opened := servertest.Decoded[servertest.OpenedLink](t, first)
	view := servertest.Decoded[gen.Order](t, r.Get(servertest.Started{ID: o.ID, Session: opened.OrderSessionID}, ""))
	require.Equal(t, gen.OrderPartActivation, *view.Opened)
	require.Equal(t, "0570000123", *view.Msisdn)

	require.Equal(t, opened, servertest.Decoded[servertest.OpenedLink](t, r.OpenLink(phone, token)), "the same browser may open it again")
	for language, text := range map[string]string{"en": "another browser", "ar": "متصفح آخر"} {
		refused := servertest.RequireRefused(t, r.OpenLink(r.FreshDevice(), token, servertest.Header{"Accept-Language": language}), contract.FailLinkOpened)
		require.Equal(t, number, *refused.OrderNumber, "the link shows the order number for the look-up")
		require.Contains(t, refused.Message, number)
		require.Contains(t, refused.Message, text)
	}
	require.Equal(t, http.StatusOK, r.OpenLink(r.FreshDevice(), r.LinkTo(o, permission.Activation, time.Now(), "m-2")).StatusCode,
		"another message has a link of its own")
}

func TestOrderLink_Expired_OpensNothing(t *testing.T) {
	r := servertest.New(t)
	o := r.DeliverOrder(servertest.CardOwner, servertest.CardNumber)
	number := servertest.Decoded[gen.Order](t, r.Get(o, "")).OrderNumber
	for scope, lasts := range map[permission.Scope]time.Duration{
		permission.Tracking: 7 * 24 * time.Hour, permission.Activation: 3 * 24 * time.Hour,
		permission.Installation: 2 * 24 * time.Hour, permission.Correction: 3 * 24 * time.Hour,
	} {
		late := r.LinkTo(o, scope, time.Now().Add(-lasts), "late-"+string(scope))
		for _, language := range []string{texts.English, texts.Arabic} {
			refused := servertest.RequireRefused(t, r.OpenLink(r.Device(), late, servertest.Header{"Accept-Language": language}), contract.FailLinkOver)
			require.Equal(t, number, *refused.OrderNumber)
			require.Equal(t, texts.Text(language, contract.FailLinkOver, map[string]string{"order": number}), refused.Message)
		}
		inTime := r.LinkTo(o, scope, time.Now().Add(time.Minute-lasts), "in-time-"+string(scope))
		require.Equal(t, http.StatusOK, r.OpenLink(r.Device(), inTime).StatusCode, scope)
	}
}

func TestOrderLink_Forged_OpensNothing(t *testing.T) {
	r := servertest.New(t)
	o := r.DeliverOrder(servertest.CardOwner, servertest.CardNumber)
	mine := r.LinkTo(o, permission.Tracking, time.Now(), "m")
	for name, token := range map[string]string{
		"of no message":            string(messagelink.NewSigner([]byte("another secret of links in tests")).Code("test", o.ID+"m")),
		"with another last letter": withAnotherLast(mine),
		"longer":                   mine + "A",
		"of an unknown order":      r.LinkTo(servertest.Started{ID: uuid.NewString()}, permission.Tracking, time.Now(), "m"),
		"of a bill":                r.LinkToBill(o.ID, time.Now()),
	} {
		for _, language := range []string{texts.English, texts.Arabic} {
			refused := servertest.RequireRefused(t, r.OpenLink(r.Device(), token, servertest.Header{"Accept-Language": language}), contract.FailLinkInvalid)
			require.Nil(t, refused.OrderNumber, name)
			require.Equal(t, texts.Text(language, contract.FailLinkInvalid, nil), refused.Message)
		}
	}
	require.Equal(t, http.StatusOK, r.OpenLink(r.Device(), mine).StatusCode, "refused attempts do not use up the link")
}

func TestOrderLink_SignedInOwner_OpensTheOrder(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	o := r.StartUnderID(servertest.OwnerID)
	token := r.LinkTo(o, permission.Tracking, time.Now().Add(-30*24*time.Hour), "m")
	got := r.OpenLink(r.SignIn(servertest.MainLine), token)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Equal(t, servertest.OpenedLink{OrderID: o.ID, Opened: gen.OrderPartOrder}, servertest.Decoded[servertest.OpenedLink](t, got))
	servertest.RequireRefused(t, r.OpenLink(r.SignedIn("stranger@selfcare.example"), token), contract.FailLinkOver)
}

// withAnotherLast changes the last letter of a code.
func withAnotherLast(token string) string {
	if strings.HasSuffix(token, "A") {
		return token[:len(token)-1] + "E"
	}
	return token[:len(token)-1] + "A"
}

// personal is an order that has every kind of personal data.
func personal(r *servertest.Rig) servertest.Started {
	o := r.DeliverOrder(servertest.CardOwner, servertest.CardNumber)
	r.Put(o, func(full *contract.Order) {
		full.Kind, full.SIMType, full.NumberSource = contract.KindESIM, contract.SIMEmbedded, contract.NumberPortIn
		full.Contact = &contract.Contact{FullName: "Noura Ali", Email: "noura@example.com", Mobile: servertest.ContactMobile}
		full.Delivery = &contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh", Area: "Olaya", Street: "Tahlia", BuildingNumber: "7341"}}
		full.Payments = []contract.Payment{{ID: uuid.NewString(), Status: contract.PaymentPaid, Amount: 1000, Last4: "4242"}}
		full.Identity = &contract.Identity{ExpiresAt: time.Now(), Purpose: contract.PurposeActivation, Status: contract.IdentityWaiting, Random: "42", Tries: 1}
		full.Profile = &contract.Profile{ICCID: servertest.CardNumber, State: contract.ProfileReleased, SMDPAddress: "smdp.selfcare.example", MatchingID: "K2-1A2B3C-4D5E6F"}
		full.Port = &contract.Port{MSISDN: "0559876543", Operator: "stc", OperatorEn: "STC", Status: contract.PortRejected, Rejection: contract.PortIDMismatch}
		full.Device = &contract.Device{EID: "89049032000000000000000000000163"}
		full.Shipment = &contract.Shipment{AirwayBill: "777888999000", Status: contract.ShipmentInTransit, TrackingURL: "https://courier.example/777888999000"}
	})
	return o
}

func TestOrderLink_Order_HidesPersonalData(t *testing.T) {
	const code, booked, ported, parcel = "K2-1A2B3C-4D5E6F", "0570000123", "0559876543", "777888999000"
	for scope, shown := range map[permission.Scope][]string{
		permission.Tracking: {parcel}, permission.Activation: {booked}, permission.Installation: {code, servertest.CardNumber}, permission.Correction: {ported},
	} {
		t.Run(string(scope), func(t *testing.T) {
			r := servertest.New(t)
			o := personal(r)
			got := r.Get(r.OpenPartByLink(o, scope), "")
			require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
			view := servertest.Decoded[gen.Order](t, got)
			require.Equal(t, gen.OrderPart(scope), *view.Opened)
			require.False(t, view.CanCancel)
			body := withoutDrawn(got)
			for _, secret := range []string{
				"Noura", "نورة", "0008", "1990-01-01", "noura@example.com", servertest.ContactMobile, "Tahlia", "12345678", "4242",
				"89049032000000000000000000000163", code, booked, ported, parcel, servertest.CardNumber,
			} {
				require.Equal(t, slices.Contains(shown, secret), strings.Contains(body, secret), secret)
			}
			if scope == permission.Installation {
				require.Zero(t, view.Profile.ReissuesLeft, "a new code would go to the holder of the link")
			}
		})
	}
}

func TestOrderLink_EndedOrder_SaysWhy(t *testing.T) {
	for _, stage := range []contract.Stage{contract.StageCancelling, contract.StageCancelled, contract.StageAbandoned, contract.StageHeld} {
		for _, scope := range []permission.Scope{permission.Tracking, permission.Installation, permission.Correction, permission.Activation} {
			t.Run(fmt.Sprint(stage, scope), func(t *testing.T) {
				r := servertest.New(t)
				o := personal(r)
				r.Put(o, func(full *contract.Order) {
					full.Stage, full.Ended = stage, &contract.Ended{Reason: contract.EndedByCustomer, At: time.Now(), Refunded: 1000}
					if stage == contract.StageHeld {
						full.Ended = nil
						full.Held = &contract.Held{From: contract.StageCancelling, Work: contract.WorkRefund, FailureCode: contract.FailRefundRefused}
					}
				})
				got := r.Get(r.OpenPartByLink(o, scope), "")
				view := servertest.Decoded[gen.Order](t, got)
				if stage == contract.StageHeld {
					require.Equal(t, gen.OrderStage(contract.StageCancelling), view.Held.From)
				} else {
					require.Equal(t, texts.Text(texts.English, contract.EndedByCustomer, nil), view.Ended.Message)
					require.EqualValues(t, 1000, view.Ended.Refunded)
				}
				require.Nil(t, view.Profile)
				require.Nil(t, view.Port)
				require.NotContains(t, string(got.Body), "K2-1A2B3C-4D5E6F")
			})
		}
	}
}

// The link in the message about a failed eSIM shows why it failed, and no code or number.
func TestOrderLink_FailedESIM_SaysWhy(t *testing.T) {
	r := servertest.New(t)
	o := personal(r)
	r.Put(o, func(full *contract.Order) {
		full.Profile.State, full.Profile.ErrorCode = contract.ProfileError, contract.FailProfileNoMemory
	})
	got := r.Get(r.OpenPartByLink(o, messagelink.ScopeOf("esim-failed")), "")
	view := servertest.Decoded[gen.Order](t, got)
	require.Equal(t, texts.Text(texts.English, contract.FailProfileNoMemory, nil), view.Profile.Error.Message)
	require.Nil(t, view.Profile.Iccid)
	require.NotContains(t, string(got.Body), "K2-1A2B3C-4D5E6F")
}

func TestOrderLink_BadAddress_IsCorrectable(t *testing.T) {
	r := servertest.New(t)
	o := personal(r)
	r.Put(o, func(full *contract.Order) {
		full.Stage, full.Shipment, full.Delivery = contract.StageHeld, nil, &contract.Delivery{Method: contract.DeliverHome}
		full.Held = &contract.Held{From: contract.StagePreparing, Work: contract.WorkShip, FailureCode: contract.FailCourierRefused}
	})
	view := servertest.Decoded[gen.Order](t, r.Get(r.OpenPartByLink(o, messagelink.ScopeOf("address-refused")), ""))
	require.Equal(t, new(true), view.CanCorrectAddress)
	require.Nil(t, view.Delivery, "the address is shown in the whole order only")
}

func TestOrderLink_RejectedPort_IsCorrectable(t *testing.T) {
	r := servertest.New(t)
	o := personal(r)
	part := r.OpenPartByLink(o, permission.Correction)
	got := r.Call(http.MethodPut, "/api/orders/"+o.ID+"/port/correction", `{"msisdn":"0557654321"}`, servertest.WithSession(part.Session), servertest.FreshKey())
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Equal(t, gen.OrderPartCorrection, *servertest.Decoded[gen.Order](t, got).Opened, "the answer shows no more than the page")
}

func TestOrderLink_Device_IsLimited(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	device := r.FreshDevice()
	for n := range 31 {
		got := r.OpenLink(device, r.LinkTo(o, permission.Tracking, time.Now(), fmt.Sprint(n)))
		if n < 30 {
			require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
			continue
		}
		servertest.RequireRefused(t, got, contract.FailRateLimited)
	}
	r.Redis.Close()
	require.Equal(t, http.StatusOK, r.OpenLink(device, r.LinkTo(o, permission.Tracking, time.Now(), "more")).StatusCode)
}
