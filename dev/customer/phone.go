package customer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"time"
)

// Phone reads a customer's messages: the outbox of the messages simulator.
type Phone struct {
	Base string // http://localhost:8090
	HTTP *http.Client
}

var codeInText = regexp.MustCompile(`\b[0-9]{6}\b`)

// next calls ask and reads the code in the first new message.
func (p *Phone) next(ctx context.Context, mobile string, ask func() error) (string, error) {
	known, err := p.read(ctx, mobile, nil)
	if err != nil {
		return "", err
	}
	if err := ask(); err != nil {
		return "", err
	}
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		fresh, err := p.read(ctx, mobile, known)
		if err != nil {
			return "", err
		}
		for _, text := range fresh {
			if code := codeInText.FindString(text); code != "" {
				return code, nil
			}
		}
		select {
		case <-ctx.Done():
			return "", errors.Join(errors.New("no message with a code arrived"), ctx.Err())
		case <-tick.C:
		}
	}
}

// Inbox has the messages of a mobile, by message id.
type Inbox map[string]string

// News returns the new messages of a mobile, and adds them to the known ones.
func (p *Phone) News(ctx context.Context, mobile string, known Inbox) ([]string, error) {
	fresh, err := p.read(ctx, mobile, known)
	maps.Copy(known, fresh)
	return slices.Sorted(maps.Values(fresh)), err
}

// read returns the messages of a number by message id, without the known ones.
func (p *Phone) read(ctx context.Context, mobile string, known map[string]string) (map[string]string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.Base+"/control/messages/outbox?to="+url.QueryEscape(mobile), nil)
	if err != nil {
		return nil, err
	}
	answer, err := p.HTTP.Do(request)
	if err != nil {
		return nil, fmt.Errorf("read messages: %w", err)
	}
	defer func() { _ = answer.Body.Close() }() // read to its end below
	var found struct {
		Items []struct{ ID, Text string } `json:"items"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&found); err != nil {
		return nil, fmt.Errorf("read messages: %w", err)
	}
	fresh := map[string]string{}
	for _, message := range found.Items {
		if _, before := known[message.ID]; !before {
			fresh[message.ID] = message.Text
		}
	}
	return fresh, nil
}

// CallsAbroad lets a number make calls to another country, each at a charge in halalas. The network reports them twice
// and in any order.
func (p *Phone) CallsAbroad(ctx context.Context, msisdn string, calls int, charged int64) error {
	return p.control(ctx, http.MethodPost, "network/usage", map[string]any{
		"msisdn": msisdn, "type": "int_min", "amount": 1, "count": calls, "charged": charged, "doubled": true, "shuffled": true,
	}, nil)
}
