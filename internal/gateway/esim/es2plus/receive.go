package es2plus

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/esim"
	"selfcare/internal/gateway/callback"
)

// Receiver reads handleDownloadProgressInfo. The listener has proved the SM-DP+ by its client certificate.
type Receiver struct{}

// PathProgress is the address of the notification.
const PathProgress = es2 + "handleDownloadProgressInfo"

// Notification points whose news we need. The standard has four, and lets both sides agree on others from 100.
const (
	pointEligible   = 1 // eligibility and limit of tries
	pointDownloaded = 3
	pointInstalled  = 4
)

// progress is the body of the notification. The standard's own example writes timeStamp and a point in quotes, other than its text.
type progress struct {
	ICCID     string          `json:"iccid"`
	Timestamp string          `json:"timestamp"`
	TimeStamp string          `json:"timeStamp"`
	Point     json.RawMessage `json:"notificationPointId"`
	Status    execution       `json:"notificationPointStatus"`
}

// Receive reads one report about a download; none for a point of another agreement, and for a step before the download that succeeded.
func (Receiver) Receive(_ context.Context, r callback.Request) ([]callback.Event, error) {
	var said progress
	if err := json.Unmarshal(r.Body, &said); err != nil {
		return nil, callback.ErrUnreadable
	}
	iccid, ok := esim.ICCID(said.ICCID)
	if !ok {
		return nil, &callback.Invalid{Field: "iccid"}
	}
	point, err := strconv.Atoi(strings.Trim(string(said.Point), `"`))
	if err != nil || point < 0 {
		return nil, &callback.Invalid{Field: "notificationPointId"}
	}
	if point < pointEligible || point > pointInstalled {
		return nil, nil
	}
	at, err := time.Parse(time.RFC3339, said.Timestamp+said.TimeStamp)
	if err != nil {
		return nil, &callback.Invalid{Field: "timestamp"}
	}
	at = at.UTC()
	news, ok := said.Status.newsAt(point)
	if !ok {
		return nil, &callback.Invalid{Field: "notificationPointStatus"}
	}
	if news.State == "" {
		return nil, nil
	}
	news.ICCID, news.At = iccid, at
	if at.After(r.At) { // a report of the future would hide all later ones
		news.At = r.At
	}
	id := iccid + "-" + strconv.Itoa(point) + "-" + strconv.FormatInt(at.UnixMilli(), 10)
	return []callback.Event{{ID: id, OccurredAt: at, News: news}}, nil
}

// newsAt returns the meaning of a status at a notification point: no state for a step that changes nothing; not ok for another status.
func (e execution) newsAt(point int) (news callback.Profile, ok bool) {
	switch {
	case e.Status == statusFailed || e.Status == statusExpired:
		return callback.Profile{State: contract.ProfileError, Failure: esim.Fault(e.Data.Subject, e.Data.Reason)}, true
	case e.Status != statusSuccess && e.Status != statusWarning:
		return news, false
	case point == pointDownloaded:
		return callback.Profile{State: contract.ProfileDownloaded}, true
	case point == pointInstalled:
		return callback.Profile{State: contract.ProfileInstalled}, true
	default:
		return news, true
	}
}
