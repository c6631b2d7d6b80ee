package ending

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/sdk/activity"

	"selfcare/activities/internal/failure"
	"selfcare/activities/internal/standing"
	"selfcare/internal/contract"
	"selfcare/internal/domain/ending"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/portability"
)

// ReturnsEvery is how often due returns of numbers are looked for.
const ReturnsEvery = time.Minute

// Returns returns numbers to the operators of their ranges, and our own numbers to the shop.
type Returns struct {
	books    returnBooks
	stock    stock
	clearing portability.Gateway
	now      func() time.Time
	every    time.Duration
}

type returnBooks interface {
	Take(ctx context.Context, now, until time.Time, most int) ([]contract.NumberReturn, error)
	Postpone(ctx context.Context, lineID string, at time.Time) error
	NoteDone(ctx context.Context, lineID string) error
	Hold(ctx context.Context, lineID string, why contract.Code) error
}

// stock has our own numbers.
type stock interface {
	FreeElapsed(ctx context.Context, most int) (int, error)
}

// NewReturns takes the rows of returns, our numbers, the clearing house's port, and the pause between two runs.
func NewReturns(b returnBooks, s stock, g portability.Gateway, every time.Duration) *Returns {
	return &Returns{b, s, g, time.Now, every}
}

// ReturnNumbers returns the due numbers each minute, until its time is over or the worker stops.
func (r *Returns) ReturnNumbers(ctx context.Context) error {
	return standing.Repeat(ctx, func(ctx context.Context) (time.Duration, error) {
		return r.every, failure.Map("return numbers", errors.Join(r.FreeOwn(ctx), r.ReturnDue(ctx, r.now())))
	})
}

// freedAtOnce is the number of our numbers that one statement makes free.
const freedAtOnce = 1000

// FreeOwn makes our numbers free whose hold or rest is over.
func (r *Returns) FreeOwn(ctx context.Context) error {
	for {
		if freed, err := r.stock.FreeElapsed(ctx, freedAtOnce); err != nil || freed < freedAtOnce {
			return err
		}
	}
}

// ReturnDue returns the numbers that are due now. A failed one must not block the rest.
func (r *Returns) ReturnDue(ctx context.Context, now time.Time) error {
	for {
		due, err := r.books.Take(ctx, now, now.Add(ending.ReturnLease), 1)
		if err != nil || len(due) == 0 {
			return err
		}
		if err := r.give(ctx, due[0], now); err != nil {
			return err
		}
		if activity.IsActivity(ctx) {
			activity.RecordHeartbeat(ctx)
		}
	}
}

// give requests one return and records the outcome.
func (r *Returns) give(ctx context.Context, number contract.NumberReturn, now time.Time) error {
	if number.InService {
		return r.books.Hold(ctx, number.LineID, contract.ReturnInService)
	}
	status, err := r.ask(ctx, number)
	switch {
	case errors.Is(err, gateway.ErrFinal), err == nil && status == contract.ReturnRejected:
		return r.books.Hold(ctx, number.LineID, contract.ReturnRefused)
	case err == nil && status == contract.ReturnComplete:
		return r.books.NoteDone(ctx, number.LineID)
	}
	again, given := ending.ReturnAgain(number.Tries, now)
	if !given {
		return r.books.Hold(ctx, number.LineID, contract.ReturnUnknown)
	}
	return r.books.Postpone(ctx, number.LineID, again)
}

// ask inquires about an earlier try before it repeats the request, because the answer may have been lost.
func (r *Returns) ask(ctx context.Context, number contract.NumberReturn) (contract.ReturnStatus, error) {
	if number.Tries > 1 {
		status, err := r.clearing.ReturnStatus(ctx, number.ID)
		mayAskAnew := errors.Is(err, gateway.ErrNotFound) || err == nil && status == contract.ReturnRejected
		if !mayAskAnew {
			return status, err
		}
	}
	return r.clearing.GiveBack(ctx, number)
}
