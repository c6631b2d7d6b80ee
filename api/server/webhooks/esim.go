package webhooks

import (
	"context"
	"fmt"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/callback"
)

// profileReport passes on the SM-DP+'s report about a download.
func (s *WebhookHandlers) profileReport(ctx context.Context, eventID string, news callback.Profile) (report, error) {
	orderID, err := s.Profiles.OrderOf(ctx, news.ICCID)
	if err != nil {
		return report{}, fmt.Errorf("find profile: %w", err)
	}
	number, err := s.Orders.NumberOf(ctx, orderID)
	if err != nil {
		return report{}, fmt.Errorf("find order of profile: %w", err)
	}
	if news.State == "" {
		return report{}, nil
	}
	return report{
		workflowID: contract.OrderWorkflowID(number), signal: contract.SignalProfileReported,
		arg: contract.ProfileReported{EventID: eventID, ICCID: news.ICCID, State: news.State, Failure: news.Failure, At: news.At},
	}, nil
}
