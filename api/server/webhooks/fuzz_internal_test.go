package webhooks

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

// A correctly signed call-back may still contain anything.
func FuzzWebhookEvent(f *testing.F) {
	for _, data := range []string{
		`{}`, `{"awb":"1","reference":"01980000-0000-7000-8000-000000000001-2","status":"picked-up","scannedAt":"2026-01-02T06:00:00+03:00"}`,
		`{"iccid":"8996606000000000011F","notificationPointId":3,"notificationPointStatus":{"status":"Failed","statusCodeData":{"subjectCode":"8.1","reasonCode":"4.8"}}}`,
		`{"portId":"x","status":"REJECTED","sequence":1e300}`, `{"reference":"PO00000007","answerBy":"0000-01-01T00:00:00Z"}`, `{"sequence":-1,"status":[]}`,
	} {
		f.Add([]byte(`{"eventId":"evt_00000001","type":"x","occurredAt":"2026-01-02T03:04:05Z","data":` + data + `}`))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var event gen.WebhookEvent
		if json.Unmarshal(body, &event) != nil {
			return
		}
		for _, name := range []string{"reference", "portId"} {
			if id, ok := orderInReference(textOf(event, name)); ok {
				require.NoError(t, uuid.Validate(id))
			}
		}
		scannedAt(event)
		progressAt(event)
		countOf(event, "sequence")
		point, _ := event.Data["notificationPointId"].(float64)
		status, _ := event.Data["notificationPointStatus"].(map[string]any)
		if state, failure, ok := progressOf(point, status); ok && state == contract.ProfileError {
			require.NotEmpty(t, contract.Catalogue[failure].Status, "each code for the customer has a text")
		}
	})
}
