package customer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// AsksForNumber makes another operator ask for a number in the customer's name, and returns the clearing house's
// reference.
func (c *Customer) AsksForNumber(ctx context.Context, msisdn, recipient string) (reference string, err error) {
	wish := map[string]any{"recipient": recipient, "msisdn": msisdn, "idNumber": c.who.IDNumber}
	if err := c.Phone.control(ctx, http.MethodPost, "portability/port-outs", wish, nil); err != nil {
		return "", err
	}
	found, err := c.Phone.findPortOut(ctx, msisdn)
	return found.Reference, err
}

// MoveNumber plays the clearing house or the other operator.
func (c *Customer) MoveNumber(ctx context.Context, reference, status string) error {
	return c.Phone.control(ctx, http.MethodPost, "portability/port-outs/"+reference+"/move", map[string]any{"status": status}, nil)
}

// ErrNumberStays means that a port-out request has ended and the number stayed.
var ErrNumberStays = errors.New("the number stays")

// AwaitNumber waits until a port-out request has a status at the clearing house; ErrNumberStays if it cannot reach it
// any more.
func (c *Customer) AwaitNumber(ctx context.Context, msisdn, status string) error {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		found, err := c.Phone.findPortOut(ctx, msisdn)
		if err != nil || found.Status == status {
			return err
		}
		if found.Status == "REJECTED" || found.Status == "EXPIRED" {
			return fmt.Errorf("the request is %s: %w", found.Status, ErrNumberStays)
		}
		select {
		case <-ctx.Done():
			return errors.Join(fmt.Errorf("the request is %s, not %s", found.Status, status), ctx.Err())
		case <-tick.C:
		}
	}
}

// portOut is a request as the clearing house shows it.
type portOut struct{ Reference, Status string }

func (p *Phone) findPortOut(ctx context.Context, msisdn string) (portOut, error) {
	var found struct{ Items []portOut }
	err := p.control(ctx, http.MethodGet, "portability/port-outs?msisdn="+url.QueryEscape(msisdn), nil, &found)
	if err == nil && len(found.Items) == 0 {
		err = errors.New("the number has no port-out request")
	}
	if err != nil {
		return portOut{}, err
	}
	return found.Items[0], nil
}

// control calls the control API of the simulators.
func (p *Phone) control(ctx context.Context, method, path string, body, into any) error {
	sent, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("ask the simulators: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, method, p.Base+"/control/"+path, bytes.NewReader(sent))
	if err != nil {
		return fmt.Errorf("ask the simulators: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := p.HTTP.Do(request)
	if err != nil {
		return fmt.Errorf("ask the simulators: %w", err)
	}
	defer func() { _ = answer.Body.Close() }() // read to its end below
	if answer.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("the simulators answered %s to %s", answer.Status, path)
	}
	if into == nil {
		return nil
	}
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		return fmt.Errorf("read the simulators' answer: %w", err)
	}
	return nil
}
