package webhooks

import (
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/esim"
)

// Notification points of ES2+ handleDownloadProgressInfo that change a profile's state when they succeed.
const (
	pointDownloaded = 3
	pointInstalled  = 4
)

// profileReport reads the SM-DP+'s report about a download. Steps before the download matter only if they fail.
func (s *WebhookHandlers) profileReport(ctx context.Context, event gen.WebhookEvent) (report, error) {
	iccid, ok := esim.ICCID(textOf(event, "iccid"))
	if !ok {
		return report{}, refusedData("iccid")
	}
	point, _ := event.Data["notificationPointId"].(float64)
	status, _ := event.Data["notificationPointStatus"].(map[string]any)
	state, failure, ok := progressOf(point, status)
	if !ok {
		return report{}, refusedData("notificationPointStatus")
	}
	orderID, err := s.Profiles.OrderOf(ctx, iccid)
	if err != nil {
		return report{}, fmt.Errorf("find profile: %w", err)
	}
	number, err := s.Orders.NumberOf(ctx, orderID)
	if err != nil {
		return report{}, fmt.Errorf("find order of profile: %w", err)
	}
	if state == "" {
		return report{}, nil
	}
	return report{
		workflowID: contract.OrderWorkflowID(number), signal: contract.SignalProfileReported,
		arg: contract.ProfileReported{EventID: event.EventId, ICCID: iccid, State: state, Failure: failure, At: progressAt(event)},
	}, nil
}

func refusedData(field string) error {
	return &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"data." + field: middleware.FieldInvalid}}
}

func progressOf(point float64, status map[string]any) (state contract.ProfileState, failure contract.Code, ok bool) {
	said, _ := status["status"].(string)
	switch {
	case point < 1 || point > 5:
		return "", "", false
	case said == "Failed" || said == "Expired":
		data, _ := status["statusCodeData"].(map[string]any)
		subject, _ := data["subjectCode"].(string)
		reason, _ := data["reasonCode"].(string)
		return contract.ProfileError, esim.Fault(subject, reason), true
	case said != "Executed-Success" && said != "Executed-WithWarning":
		return "", "", false
	case point == pointDownloaded:
		return contract.ProfileDownloaded, "", true
	case point == pointInstalled:
		return contract.ProfileInstalled, "", true
	default:
		return "", "", true
	}
}

func progressAt(event gen.WebhookEvent) time.Time {
	at, err := time.Parse(time.RFC3339, textOf(event, "timestamp"))
	if err != nil {
		return event.OccurredAt.UTC()
	}
	return at.UTC()
}
