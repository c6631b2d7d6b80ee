package order

import (
	"context"
	"errors"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/port"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
)

// Ports records the number that a customer brings along.
type Ports struct{ writer }

// CheckPort refuses early what needs no clearing house; RequestPort checks it again.
func (a *Ports) CheckPort(ctx context.Context, _ contract.Order, in contract.PortChosen) error {
	_, err := portAsked(ctx, a.store.Tx, in.Request, in.Now)
	return failure.Map("check port", err)
}

// RequestPort takes the number that the customer brings along and locks it against other orders.
func (a *Ports) RequestPort(ctx context.Context, o contract.Order, in contract.PortChosen) (contract.Order, error) {
	return a.change(ctx, "request port", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return o, nil, err
		}
		asked, err := portAsked(ctx, q, in.Request, in.Now)
		if err != nil {
			return o, nil, err
		}
		if err := claimPort(ctx, q, asked.MSISDN, o.ID, in.Now.Add(in.HoldFor)); err != nil {
			return o, nil, err
		}
		asked.Hints = in.Check.Hints
		return order.WithRequestedPort(o, asked, settings.VATPercent), happened("port.requested"), nil
	})
}

// CorrectPort corrects the data that the donor refused; the next submission uses it.
func (a *Ports) CorrectPort(ctx context.Context, o contract.Order, in contract.PortCorrected) (contract.Order, error) {
	return a.change(ctx, "correct port", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		corrected, err := portAsked(ctx, q, port.Corrected(*o.Port, in.Correction), in.Now)
		if err != nil {
			return o, nil, err
		}
		if err := claimPort(ctx, q, corrected.MSISDN, o.ID, time.Time{}); err != nil {
			return o, nil, err
		}
		corrected.Tries, corrected.Hints = o.Port.Tries, o.Port.Hints
		return order.WithPort(o, corrected), happened("port.corrected"), nil
	})
}

// portAsked turns a valid request into the port it becomes.
func portAsked(ctx context.Context, q *store.Tx, in contract.PortRequest, now time.Time) (contract.Port, error) {
	if !in.AcceptTerms {
		return contract.Port{}, contract.RefuseField("acceptTerms", contract.FailTermsNotAccepted)
	}
	donor, err := q.Ports.Operator(ctx, in.Operator)
	known := err == nil
	if err != nil && !errors.Is(err, storeerrors.ErrNotFound) {
		return contract.Port{}, err
	}
	left, err := q.Ports.HasLeft(ctx, in.MSISDN)
	if err != nil {
		return contract.Port{}, err
	}
	if err := port.ValidateNumber(in.MSISDN, left, known, donor.Ours); err != nil {
		return contract.Port{}, err
	}
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return contract.Port{}, err
	}
	days, err := q.Ports.Calendar(ctx, settings, now)
	if err != nil {
		return contract.Port{}, err
	}
	if err := validateNotInService(ctx, q, in.MSISDN); err != nil {
		return contract.Port{}, err
	}
	asked := contract.Port{
		Operator: donor.Key, OperatorEn: donor.NameEn, OperatorAr: donor.NameAr, MSISDN: in.MSISDN, Window: in.Window,
		Status: contract.PortDraft, ExpectedAt: promised(days, in.Window, now, settings.Site.PortInWorkingDays),
	}
	return asked, port.ValidateWindow(days, in.Window, now, settings.Port.DaysAhead)
}

// validateNotInService refuses a number that is already in our service, also while its line is being changed.
func validateNotInService(ctx context.Context, q *store.Tx, msisdn string) error {
	_, err := q.Lines.ByNumber(ctx, msisdn)
	switch {
	case errors.Is(err, storeerrors.ErrNotFound):
		return nil
	case err != nil:
		return err
	default:
		return contract.RefuseField(port.FieldMSISDN, contract.FailNumberIsOurs)
	}
}

// promised is when the number should have moved: on the chosen day, or within so many working days.
func promised(days calendar.Calendar, window string, now time.Time, workingDays int) time.Time {
	if chosen, ok := days.On(window); ok {
		return chosen.End
	}
	return days.EndOfDay(now, workingDays)
}

func claimPort(ctx context.Context, q *store.Tx, msisdn, orderID string, until time.Time) error {
	err := q.Ports.Claim(ctx, msisdn, orderID, until)
	if errors.Is(err, storeerrors.ErrNumberTaken) {
		return contract.RefuseField(port.FieldMSISDN, contract.FailPortBusy)
	}
	return err
}

// keepPort claims the number again while a payment is open, because the first claim may have expired.
func keepPort(ctx context.Context, q *store.Tx, o contract.Order, until time.Time) error {
	if o.Port == nil {
		return nil
	}
	return claimPort(ctx, q, o.Port.MSISDN, o.ID, until)
}

// bringNumber makes the paid order's claim permanent. A claim that expired still counts while no other order made one.
func bringNumber(ctx context.Context, q *store.Tx, o contract.Order) (contract.Order, []contract.Event, error) {
	err := q.Ports.Claim(ctx, o.Port.MSISDN, o.ID, time.Time{})
	if errors.Is(err, storeerrors.ErrNumberTaken) {
		return order.NumberLost(o, time.Time{}), happened("payment.paid", "number.lost"), nil
	}
	return order.Placed(o), happened("payment.paid", "order.placed"), err
}

// RecordPort records the progress of the port; the cut-over moves the order's stage.
func (a *Ports) RecordPort(ctx context.Context, o contract.Order, in contract.PortMoved) (contract.Order, error) {
	return a.changeNotifying(ctx, "record port", change{before: o, at: in.At, limits: in.Limits}, func(*store.Tx) (contract.Order, []contract.Event, error) {
		return order.WithPort(o, in.Port), portEvents(*o.Port, in.Port), nil
	})
}

// portEvents returns the events of a change for the customer's timeline.
func portEvents(was, is contract.Port) []contract.Event {
	switch {
	case is.Escalated && !was.Escalated:
		return happened("port.escalated")
	case was.Status == is.Status && was.Tries == is.Tries && was.CutOverAt.Equal(is.CutOverAt) && was.Window == is.Window:
		return nil
	case is.Status == contract.PortApproved && was.Status == contract.PortApproved:
		return happened("port.window-chosen")
	case is.Status == contract.PortScheduled:
		when := is.CutOverAt.In(calendar.Riyadh).Format(contract.MomentLayout)
		return []contract.Event{{Key: "port.scheduled", Params: map[string]string{"when": when}}}
	default:
		return happened("port." + string(is.Status))
	}
}
