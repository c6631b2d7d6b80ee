package orders

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	presentserver "selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/ratelimit"
)

// streamFor bounds one connection, below the server's write timeout. The page then connects again with its last event
// id.
const streamFor = 4 * time.Minute

// StreamOrderEvents shows the order now and after each change.
func (s *OrderHandlers) StreamOrderEvents(ctx context.Context, req gen.StreamOrderEventsRequestObject) (gen.StreamOrderEventsResponseObject, error) {
	current := middleware.RequestOf(ctx)
	var seen int64 = -1
	if req.Params.LastEventID != nil {
		seen, _ = strconv.ParseInt(*req.Params.LastEventID, 10, 64) // the contract allows only digits
	}
	leave, err := s.streams.take(
		place{Key: "order " + current.Order.Order.ID, Max: ratelimit.StreamsOfOrder},
		place{Key: "client " + current.Client, Max: ratelimit.StreamsOfClient},
	)
	if err != nil {
		return nil, err
	}
	reader, writer := io.Pipe()
	stream := orderStream{orders: s, out: writer, orderID: current.Order.Order.ID, seen: seen}
	closed := s.Figures.StreamOpened()
	// The stream outlives this call, and so the request's context.
	go func() {
		defer leave()
		defer closed()
		stream.run(context.WithoutCancel(ctx), current.Order.Order)
	}()
	return eventStream{StreamOrderEvents200TexteventStreamResponse: gen.StreamOrderEvents200TexteventStreamResponse{Body: reader}}, nil
}

// orderStream writes one order's changes to one open page. It ends when the page is gone: the pipe then refuses the
// next write, at the latest a heartbeat. It also ends with the session that opened it, at the next poll.
type orderStream struct {
	orders  *OrderHandlers
	out     *io.PipeWriter
	orderID string
	seen    int64
}

func (e *orderStream) run(ctx context.Context, present contract.Order) {
	ctx, cancel := context.WithTimeout(ctx, streamFor)
	defer cancel()
	defer func() { _ = e.out.Close() }() // closing a pipe never fails
	err := e.open(ctx, present)
	changes, unsubscribe := e.orders.Changes.SubscribeOrder(ctx, e.orderID)
	defer unsubscribe()
	if err == nil {
		err = e.poll(ctx) // changes before the subscription had no listener
	}
	poll, beat := time.NewTicker(e.orders.StreamPoll), time.NewTicker(e.orders.StreamBeat)
	defer poll.Stop()
	defer beat.Stop()
	for err == nil {
		select {
		case <-ctx.Done():
			return
		case <-e.orders.Stopping:
			return
		case <-beat.C:
			err = e.write([]byte(": still here\n\n"))
		case seq := <-changes:
			err = e.refresh(ctx, seq)
		case <-poll.C: // notices can get lost, and without Redis there are none
			err = e.poll(ctx)
		}
	}
}

// poll reads the whole order only after a change. A failing store is asked again later.
func (e *orderStream) poll(ctx context.Context) error {
	if err := e.validateSession(ctx); err != nil {
		return err
	}
	seq, err := e.orders.Orders.Seq(ctx, e.orderID)
	if err != nil {
		e.orders.LogFailure(ctx, "poll the order for a stream", err)
		return nil
	}
	return e.refresh(ctx, seq)
}

var errSessionOver = errors.New("the session is over")

// validateSession checks that the session of the stream still counts. A failing store is asked again later.
func (e *orderStream) validateSession(ctx context.Context) error {
	current := middleware.RequestOf(ctx)
	var valid bool
	var err error
	if len(current.OrderSession) > 0 {
		var scope permission.Scope
		scope, err = e.orders.Orders.SessionScope(ctx, e.orderID, current.OrderSession)
		valid = scope == current.OrderScope
	} else {
		valid, err = e.orders.Signed.Live(ctx, current.Token, e.orders.Now())
	}
	if err != nil {
		e.orders.LogFailure(ctx, "look at the session of a stream", err)
		return nil
	}
	if !valid {
		return errSessionOver
	}
	return nil
}

func (e *orderStream) open(ctx context.Context, present contract.Order) error {
	if err := e.write([]byte("retry: 1000\n\n")); err != nil {
		return err
	}
	return e.show(ctx, present)
}

// refresh sends the order if it is newer than the last sent one. A failing store is asked again later.
func (e *orderStream) refresh(ctx context.Context, seq int64) error {
	if seq <= e.seen {
		return nil
	}
	if err := e.validateSession(ctx); err != nil { // a change may come between two polls
		return err
	}
	record, err := e.orders.Orders.Get(ctx, e.orderID)
	if err != nil {
		e.orders.LogFailure(ctx, "read the order for a stream", err)
		return nil
	}
	return e.show(ctx, record.Order)
}

func (e *orderStream) show(ctx context.Context, o contract.Order) error {
	if o.Seq <= e.seen {
		return nil
	}
	view, err := presentserver.Order(ctx, e.orders.Core, o)
	if err != nil {
		return err
	}
	body, err := json.Marshal(view)
	if err != nil {
		return fmt.Errorf("write order event: %w", err)
	}
	e.seen = o.Seq
	return e.write(fmt.Appendf(nil, "id: %d\nevent: order\ndata: %s\n\n", o.Seq, bytes.TrimSpace(body)))
}

func (e *orderStream) write(text []byte) error {
	_, err := e.out.Write(text)
	return err
}
