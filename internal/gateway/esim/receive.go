package esim

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/domain/esim"
	"selfcare/internal/gateway/callback"
)

// Receiver reads call-backs in the envelope of the adapters named generic, with the fields of ES2+ handleDownloadProgressInfo as data.
type Receiver struct{ Signed callback.Signed }

// Notification points of ES2+ handleDownloadProgressInfo that change a profile's state when they succeed.
const (
	pointDownloaded = 3
	pointInstalled  = 4
)

// Receive reads one report of the SM-DP+ about a download. Steps before the download matter only if they fail.
func (v Receiver) Receive(_ context.Context, r callback.Request) ([]callback.Event, error) {
	said, err := v.Signed.Open(r)
	if err != nil {
		return nil, err
	}
	iccid, ok := esim.ICCID(said.Text("iccid"))
	if !ok {
		return nil, &callback.Invalid{Field: "data.iccid"}
	}
	status, _ := said.Data["notificationPointStatus"].(map[string]any)
	state, failure, ok := progressOf(said.Number("notificationPointId"), status)
	if !ok {
		return nil, &callback.Invalid{Field: "data.notificationPointStatus"}
	}
	return said.With(callback.Profile{ICCID: iccid, State: state, Failure: failure, At: said.TimeOr("timestamp")}), nil
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
