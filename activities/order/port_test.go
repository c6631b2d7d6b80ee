package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/activities/line"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	linestore "selfcare/internal/store/line"
)

const (
	anotherOne   = "0507654321"
	claimedUntil = time.Hour
)

func asking(operator, msisdn, window string) contract.PortChosen {
	return contract.PortChosen{
		At: at(now), Request: contract.PortRequest{Operator: operator, MSISDN: msisdn, Window: window, AcceptTerms: true},
		Check: contract.PortCheck{Hints: []contract.Code{contract.HintCredit}}, HoldFor: claimedUntil,
	}
}

func (s *shop) opensPort() contract.Order {
	s.T.Helper()
	o := newOrder()
	o.NumberSource, o.Step = contract.NumberPortIn, contract.StepMNPNumberSelection
	return s.Once(s.Orders.OpenOrder(ctx, o, contract.Opening{Session: []byte("session of " + o.ID)}, booking("", now)))
}

func (s *shop) brings(msisdn string) contract.Order {
	s.T.Helper()
	return s.Once(s.Orders.RequestPort(ctx, s.opensPort(), asking("stc", msisdn, contract.WindowEarliest)))
}

// paysFor takes the steps from the number to the payment.
func (s *shop) paysFor(o contract.Order) contract.Order {
	s.T.Helper()
	o = s.Once(s.Orders.ChoosePlan(ctx, o, contract.PlanChosen{At: at(now), PlanID: "hawakom-90"}))
	o = s.Once(s.Orders.AcceptPerson(ctx, o, found(citizenID, "SA")))
	o = s.Once(s.Orders.SaveContact(ctx, o, contract.ContactGiven{At: at(now), Contact: noura}))
	o = s.Once(s.Orders.ChooseDelivery(ctx, o, contract.DeliveryChosen{At: at(now), Choice: homeIn("riyadh")}))
	agreed := contract.Confirmation{AcceptTerms: true, Total: o.Price.Total}
	o = s.Once(s.Orders.ConfirmPrice(ctx, o, contract.PriceConfirmed{At: at(now), Confirmation: agreed}))
	return s.Once(s.Orders.OpenPayment(ctx, o, attempt(o, "p1", contract.PaymentProcessing)))
}

func (s *shop) claimOf(orderID string) (held *time.Time, found bool) {
	s.T.Helper()
	var rows []struct{ HeldUntil *time.Time }
	require.NoError(s.T, s.DB.NewRaw("SELECT held_until FROM port_claims WHERE order_id = ?", orderID).Scan(ctx, &rows))
	if len(rows) == 0 {
		return nil, false
	}
	return rows[0].HeldUntil, true
}

func TestRequestPort_Valid_KeepsHintsAndPromise(t *testing.T) {
	s := portShop(t)
	o := s.brings(brought)
	require.Equal(t, contract.PortDraft, o.Port.Status)
	require.Equal(t, "إس تي سي", o.Port.OperatorAr)
	require.Equal(t, []contract.Code{contract.HintCredit}, o.Port.Hints)
	require.Equal(t, contract.StepPlanSelection, o.Step)
	require.Zero(t, o.Price.Total, "a number brought along costs nothing")
	days := calendar.Calendar{From: 8, Until: 16, Holidays: []string{calendar.Date(now.AddDate(0, 0, 1))}}
	require.Equal(t, days.EndOfDay(now, 3), o.Port.ExpectedAt)
	until, found := s.claimOf(o.ID)
	require.True(t, found)
	require.WithinDuration(t, now.Add(claimedUntil), *until, time.Second)
}

func TestRequestPort_Invalid_IsRefused(t *testing.T) {
	s := portShop(t)
	s.brings(anotherOne)
	tests := map[string]struct {
		in    contract.PortChosen
		field string
		want  contract.Code
	}{
		"our own number":             {asking("stc", numberA, contract.WindowEarliest), "msisdn", contract.FailNumberIsOurs},
		"from us":                    {asking("selfcare", brought, contract.WindowEarliest), "operator", contract.FailOperatorIsUs},
		"from an unknown operator":   {asking("nobody", brought, contract.WindowEarliest), "operator", contract.FailOperatorUnknown},
		"on a holiday":               {asking("stc", brought, calendar.Date(now.AddDate(0, 0, 1))), "window", contract.FailPortWindow},
		"spoken for by another one":  {asking("stc", anotherOne, contract.WindowEarliest), "msisdn", contract.FailPortBusy},
		"without accepting anything": {contract.PortChosen{At: at(now), Request: contract.PortRequest{Operator: "stc", MSISDN: brought}}, "acceptTerms", contract.FailTermsNotAccepted},
	}
	for name, tt := range tests {
		o := s.opensPort()
		_, err := s.Orders.RequestPort(ctx, o, tt.in)
		requireRefusal(t, err, tt.want, tt.field)
		_, found := s.claimOf(o.ID)
		require.False(t, found, name)
		if tt.want != contract.FailPortBusy {
			requireRefusal(t, s.Orders.CheckPort(ctx, o, tt.in), tt.want, tt.field)
		}
	}
}

func TestRequestPort_NumberIsOurs_IsRefused(t *testing.T) {
	s := portShop(t)
	id, err := s.Store.Lines.Add(ctx, linestore.Line{
		MSISDN: brought, Kind: linestore.Voice, Type: "prepaid", Person: contract.Person{IDNumber: citizenID},
	}, now)
	require.NoError(t, err)
	l := s.LineNow(id)
	o, in := s.opensPort(), asking("stc", brought, contract.WindowEarliest)
	refuses := func(what string) {
		_, err := s.Orders.RequestPort(ctx, o, in)
		requireRefusal(t, err, contract.FailNumberIsOurs, "msisdn")
		requireRefusal(t, s.Orders.CheckPort(ctx, o, in), contract.FailNumberIsOurs, "msisdn")
		_, found := s.claimOf(o.ID)
		require.False(t, found, what)
	}
	refuses("in service")
	replacement := s.Replacing(l)
	refuses("its SIM is being replaced")
	s.Once(s.Orders.SuspendOldSIM(ctx, replacement, contract.OldSIMSuspended{At: at(now), Until: now.Add(time.Hour)}))
	refuses("suspended meanwhile")
}

func TestChoosePlan_Port_OnlyPlansForPorts(t *testing.T) {
	s := portShop(t)
	s.Exec("UPDATE plans SET takes_ported = false WHERE id = 'postpaid-200'")
	_, err := s.Orders.ChoosePlan(ctx, s.brings(brought), contract.PlanChosen{At: at(now), PlanID: "postpaid-200"})
	requireRefusal(t, err, contract.FailPlanUnknown, "planId")
	s.Once(s.Orders.ChoosePlan(ctx, s.Opened(numberA), contract.PlanChosen{At: at(now), PlanID: "postpaid-200"}))
}

func TestRecordPayment_Port_ClaimIsPermanent(t *testing.T) {
	s := portShop(t)
	o := s.paysFor(s.brings(brought))
	o = s.Once(s.Orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentPaid)))
	require.Equal(t, contract.StagePlaced, o.Stage)
	until, found := s.claimOf(o.ID)
	require.True(t, found)
	require.Nil(t, until)
}

func TestOpenPayment_PortNumberTaken_IsRefused(t *testing.T) {
	s := portShop(t)
	o := s.brings(brought)
	s.Exec("UPDATE port_claims SET held_until = now() - interval '1 minute'")
	s.brings(brought)
	_, err := s.Orders.OpenPayment(ctx, o, contract.PaymentMoved{
		At: at(now), HoldFor: holdFor, HoldCap: holdCap,
		Payment: contract.Payment{ID: "p1-" + o.ID, Status: contract.PaymentProcessing, Amount: 100, At: now},
	})
	requireRefusal(t, err, contract.FailPortBusy, "msisdn")
}

func TestRecordPayment_PortNumberTaken_NumberLost(t *testing.T) {
	s := portShop(t)
	o := s.paysFor(s.brings(brought))
	s.Exec("UPDATE port_claims SET held_until = now() - interval '1 minute'")
	s.brings(brought)
	o = s.Once(s.Orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentPaid)))
	require.Equal(t, contract.StageNumberLost, o.Stage)
}

func TestRecordPort_EachChange_InTimelineOnce(t *testing.T) {
	s := portShop(t)
	o := s.paysFor(s.brings(brought))
	o = s.Once(s.Orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentPaid)))
	told := func(change func(*contract.Port)) {
		p := *o.Port
		change(&p)
		o = s.Once(s.Orders.RecordPort(ctx, o, contract.PortMoved{At: at(now), Port: p}))
	}
	told(func(p *contract.Port) { p.Status, p.Tries = contract.PortSubmitted, 1 })
	told(func(p *contract.Port) { p.ExpectedAt = now.Add(time.Hour) })
	told(func(p *contract.Port) { p.Escalated = true })
	told(func(p *contract.Port) { p.Status = contract.PortApproved })
	told(func(p *contract.Port) { p.Window = "2027-03-11" })
	told(func(p *contract.Port) { p.Status, p.CutOverAt = contract.PortScheduled, now })
	told(func(p *contract.Port) { p.Status = contract.PortCutOver })
	require.Equal(t, contract.StagePorting, o.Stage)
	told(func(p *contract.Port) { p.Status = contract.PortRolledBack })
	require.Equal(t, contract.StageDelivered, o.Stage)

	events, err := s.Store.Orders.Timeline(ctx, o.ID)
	require.NoError(t, err)
	var keys []string
	for _, event := range events {
		if event.Key == "port.scheduled" {
			require.Equal(t, now.In(calendar.Riyadh).Format("2006-01-02 15:04"), event.Params["when"])
		}
		keys = append(keys, event.Key)
	}
	require.Equal(t, []string{
		"port.submitted", "port.escalated", "port.approved", "port.window-chosen", "port.scheduled", "port.cut-over", "port.rolled-back",
	}, keys[len(keys)-7:])
}

func TestCorrectPort_Number_MovesClaim(t *testing.T) {
	s := portShop(t)
	o := s.paysFor(s.brings(brought))
	o = s.Once(s.Orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentPaid)))
	rejected := *o.Port
	rejected.Status, rejected.Rejection, rejected.Tries = contract.PortRejected, contract.PortIDMismatch, 1
	o = s.Once(s.Orders.RecordPort(ctx, o, contract.PortMoved{At: at(now), Port: rejected}))

	_, err := s.Orders.CorrectPort(ctx, o, contract.PortCorrected{At: at(now), Correction: contract.PortCorrection{MSISDN: numberA}})
	requireRefusal(t, err, contract.FailNumberIsOurs, "msisdn")
	o = s.Once(s.Orders.CorrectPort(ctx, o, contract.PortCorrected{At: at(now), Correction: contract.PortCorrection{MSISDN: anotherOne, Operator: "zain"}}))
	require.Equal(t, anotherOne, o.Port.MSISDN)
	require.Equal(t, "Zain", o.Port.OperatorEn)
	require.Equal(t, contract.PortDraft, o.Port.Status, "it has to be submitted anew")
	require.Empty(t, o.Port.Rejection)
	require.Equal(t, 1, o.Port.Tries)
	s.brings(brought) // free for others
}

func TestReleaseNumber_Port_FreesForOthers(t *testing.T) {
	s := portShop(t)
	o := s.brings(brought)
	s.Once(s.Orders.ReleaseNumber(ctx, o, at(now)))
	_, found := s.claimOf(o.ID)
	require.False(t, found)
	s.brings(brought)
}

func TestCompleteOrder_Port_LineKeepsOrigin(t *testing.T) {
	s := portShop(t)
	o := s.paysFor(s.brings(brought))
	o = s.Once(s.Orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentPaid)))
	o = s.Once(s.Orders.AllocateSIM(ctx, o, at(now)))
	for _, status := range []contract.ShipmentStatus{contract.ShipmentBooked, contract.ShipmentDelivered} {
		o = s.Once(s.Orders.RecordShipment(ctx, o, contract.ShipmentMoved{At: at(now), Shipment: parcel(o, status)}))
	}
	moved := *o.Port
	moved.Status = contract.PortCompleted
	o = s.Once(s.Orders.RecordPort(ctx, o, contract.PortMoved{At: at(now), Port: moved}))
	o = s.Once(s.Orders.CompleteOrder(ctx, o, at(now)))

	require.Equal(t, contract.StageActive, o.Stage)
	var msisdn, from string
	require.NoError(t, s.DB.NewRaw("SELECT msisdn, ported_from FROM lines WHERE order_id = ?", o.ID).Scan(ctx, &msisdn, &from))
	require.Equal(t, []string{brought, "stc"}, []string{msisdn, from})
	books, err := s.Store.Orders.Books(ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, "none", books.Port)
	_, err = s.Orders.RequestPort(ctx, s.opensPort(), asking("zain", brought, contract.WindowEarliest))
	requireRefusal(t, err, contract.FailNumberIsOurs, "msisdn")
}

func TestSIMDeactivation_PortRequested_GoesOn(t *testing.T) {
	s := newShop(t)
	l, sim := s.WithWatch()
	changes, change := line.New(s.Store), contract.SIMChangeAt{
		At: at(now), Change: contract.SIMChangeInput{LineID: l.ID, SIMID: sim.ID, Holder: "h-1"},
	}
	asked := asking("stc", l.MSISDN, contract.WindowEarliest)
	o := s.opensPort()
	requireRefusal(t, s.Orders.CheckPort(ctx, o, asked), contract.FailNumberIsOurs, "msisdn")
	_, err := changes.BeginSIMDeactivation(ctx, change)
	require.NoError(t, err, "a refused request does not block the line")
	_, err = s.Orders.RequestPort(ctx, o, asked)
	requireRefusal(t, err, contract.FailNumberIsOurs, "msisdn")
	require.NoError(t, changes.RecordSIMDeactivation(ctx, change))
	ended, err := s.Store.LineSIMs.Get(ctx, l.ID, sim.ID)
	require.NoError(t, err)
	require.Equal(t, contract.SIMInactive, ended.State)
}
