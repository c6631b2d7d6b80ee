package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// simulators is the console of the outside systems.
type simulators struct {
	base string
	http *http.Client
}

// quick takes every pause out of the outside systems. The identity app waits for the phone: see approve.
func (s *simulators) quick(ctx context.Context) error {
	return s.pace(ctx, 0, 1)
}

// pace sets the reaction time of the made-up person (0 waits for approve) and the time between two scans of a parcel
// and two reports of a phone.
func (s *simulators) pace(ctx context.Context, approveMs, scanMs int) error {
	for system, pace := range map[string]map[string]int{
		"identity": {"autoApproveAfterMs": approveMs},
		"courier":  {"scanEveryMs": scanMs},
		"esim":     {"downloadAfterMs": scanMs, "installAfterMs": scanMs},
	} {
		if err := s.post(ctx, "/control/"+system+"/knobs", map[string]any{"latencyMs": 0, "pace": pace}); err != nil {
			return err
		}
	}
	return nil
}

// Share of lost reports of the payment provider.
const (
	sendReports = 0.0
	// loseReports: a naive order does not wait for them, and the product checks every payment that no caller waits
	// for.
	loseReports = 1.0
)

func (s *simulators) payments(ctx context.Context, lost float64) error {
	return s.post(ctx, "/control/payment/knobs", map[string]any{"latencyMs": 0, "callbacks": map[string]float64{"lost": lost}})
}

// approve is the customer's tap on the phone.
func (s *simulators) approve(ctx context.Context, transactionID string) error {
	return s.post(ctx, "/control/identity/requests/"+transactionID+"/answer", map[string]string{"status": "COMPLETED"})
}

func (s *simulators) post(ctx context.Context, path string, in any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return fmt.Errorf("console: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+path, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("console: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := s.http.Do(request)
	if err != nil {
		return fmt.Errorf("console: %w", err)
	}
	if err := answer.Body.Close(); err != nil {
		return fmt.Errorf("console: %w", err)
	}
	if answer.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("console answered %d to %s", answer.StatusCode, path)
	}
	return nil
}
