package unifonic

import (
	"context"
	"crypto/hmac"
	"encoding/json"
	"net/url"
	"strings"

	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/messages"
)

// Receiver reads delivery reports.
type Receiver struct{ Secret string }

// undelivered are the states of a text that did not reach its phone. Other states but Delivered are on the way there.
var undelivered = map[string]bool{"undeliverable": true, "undelivered": true, "rejected": true, "expired": true, "failed": true}

// Receive returns an event for a text that did not reach its phone. The body is a form or JSON.
func (v Receiver) Receive(_ context.Context, r callback.Request) ([]callback.Event, error) {
	key := r.Query("key")
	if v.Secret == "" || key == "" || !hmac.Equal([]byte(r.Query("proof")), []byte(proofOf(v.Secret, key))) {
		return nil, callback.ErrForged
	}
	said, err := readReport(r)
	if err != nil {
		return nil, err
	}
	id := said["MessageID"] + "-" + said["DLR"]
	switch {
	case said["DLR"] == "":
		return nil, &callback.Invalid{Field: "DLR"}
	case !undelivered[strings.ToLower(said["DLR"])]:
		return nil, nil
	case !callback.IsID(id):
		return nil, &callback.Invalid{Field: "MessageID"}
	}
	return []callback.Event{{ID: id, OccurredAt: r.At, News: callback.Undelivered{Key: key, Channel: messages.SMS}}}, nil
}

// readReport returns the fields of a report.
func readReport(r callback.Request) (map[string]string, error) {
	said := map[string]string{}
	if strings.HasPrefix(r.Header("Content-Type"), "application/x-www-form-urlencoded") {
		form, err := url.ParseQuery(string(r.Body))
		if err != nil {
			return nil, callback.ErrUnreadable
		}
		for name := range form {
			said[name] = form.Get(name)
		}
		return said, nil
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(r.Body, &fields) != nil {
		return nil, callback.ErrUnreadable
	}
	for name, value := range fields {
		var text string
		if json.Unmarshal(value, &text) != nil {
			text = string(value) // a number
		}
		said[name] = text
	}
	return said, nil
}
