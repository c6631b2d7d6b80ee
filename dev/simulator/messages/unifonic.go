package messages

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"
	"unicode"

	"selfcare/dev/simulator/engine"
)

// Limits and registrations of the simulated account.
const mostUnits = 8

var (
	recipient = regexp.MustCompile(`^9665[0-9]{8}$`)
	senders   = map[string]bool{"Selfcare": true, "Selfcare-AD": true}
)

// States of a text in a delivery report.
const (
	delivered     = "Delivered"
	undeliverable = "Undeliverable"
)

// unreachable is the end of the numbers whose phone is never reached: the sender takes the text, and its report says so.
const unreachable = "9944"

// openUnifonic adds Unifonic's interface: parameters in the address, refusals by status, delivery reports to the address of each text.
func (s *System) openUnifonic(mux *http.ServeMux, appSID string) {
	mux.HandleFunc("POST /messages/rest/SMS/messages", func(w http.ResponseWriter, r *http.Request) {
		status, said, answered := s.takeSMS(r, appSID)
		if !answered {
			panic(http.ErrAbortHandler) // the connection ends without an answer
		}
		writeUnifonic(w, status, said)
	})
	mux.HandleFunc("POST /messages/rest/SMS/Messages/GetMessagesDetails", func(w http.ResponseWriter, r *http.Request) {
		if status, said := checkAppSID(r, appSID); status != 0 {
			writeUnifonic(w, status, said)
			return
		}
		found := []map[string]any{}
		err := s.machine.View(func(tx *engine.Tx) {
			if id, known := byKey.Get(tx, r.FormValue("CorrelationID")); known {
				found = append(found, map[string]any{"MessageID": digitsOf(id), "Status": "Sent", "CorrelationID": r.FormValue("CorrelationID")})
			}
		})
		if err != nil {
			writeUnifonic(w, statusFailed, refusalOf("failed"))
			return
		}
		writeUnifonic(w, http.StatusOK, map[string]any{"success": true, "message": "", "errorCode": "ER-00", "data": map[string]any{"messages": found}})
	})
}

// statusFailed is Unifonic's status for a text that failed.
const statusFailed = 599

func refusalOf(reason string) map[string]any {
	return map[string]any{"success": false, "message": reason, "errorCode": "ER-01", "data": ""}
}

func checkAppSID(r *http.Request, appSID string) (status int, said map[string]any) {
	switch r.FormValue("AppSid") {
	case "":
		return http.StatusPaymentRequired, refusalOf("AppSid is missing")
	case appSID:
		return 0, nil
	default:
		return http.StatusUnauthorized, refusalOf("Authentication failed")
	}
}

// takeSMS takes one text, and reports its delivery afterwards.
func (s *System) takeSMS(r *http.Request, appSID string) (status int, said map[string]any, answered bool) {
	if status, said = checkAppSID(r, appSID); status != 0 {
		return status, said, true
	}
	to, text := r.FormValue("Recipient"), r.FormValue("Body")
	units := SegmentsIn(text)
	switch {
	case !senders[r.FormValue("SenderID")]:
		return 480, refusalOf("This sender is not registered"), true
	case !recipient.MatchString(to):
		return 482, refusalOf("Invalid recipient"), true
	case text == "":
		return 449, refusalOf("Body is empty"), true
	case units > mostUnits:
		return http.StatusPreconditionFailed, refusalOf("Body is too long"), true
	}
	m := Message{Channel: "sms", Key: r.FormValue("CorrelationID"), To: "0" + strings.TrimPrefix(to, "966"), Language: languageOf(text), Text: text}
	status, answered = s.relay(r.Context(), m)
	switch {
	case !answered:
		return 0, nil, false
	case status == http.StatusUnprocessableEntity:
		return http.StatusGone, refusalOf("Invalid recipient"), true
	case status == http.StatusTooManyRequests:
		return status, refusalOf("Too many requests"), true
	case status >= 300:
		return statusFailed, refusalOf("Message failed"), true
	}
	id, err := s.reportDelivery(m, r.FormValue("statusCallback"))
	if err != nil {
		return statusFailed, refusalOf("Message failed"), true
	}
	return http.StatusOK, map[string]any{"success": true, "message": "", "errorCode": "ER-00", "data": map[string]any{
		"MessageID": digitsOf(id), "CorrelationID": m.Key, "Status": "Queued", "NumberOfUnits": units, "Cost": 0, "Balance": 0, "Recipient": to,
		"TimeCreated": time.Now().UTC().Format("2006-01-02 15:04:05"),
	}}, true
}

// reportDelivery plans the report about a text, once.
func (s *System) reportDelivery(m Message, address string) (id string, err error) {
	err = s.machine.Update(func(tx *engine.Tx) {
		id, _ = byKey.Get(tx, m.Key)
		_, path, isOurs := strings.Cut(address, "/webhooks/")
		if _, done := reported.Get(tx, id); done || !isOurs {
			return
		}
		reported.Put(tx, id, true)
		state := delivered
		if strings.HasSuffix(m.To, unreachable) {
			state = undeliverable
		}
		s.Report(tx, engine.Report{Subject: id, Type: "dlr", Path: path, Body: map[string]string{
			"MessageID": digitsOf(id), "DLR": state, "Recipient": "966" + m.To[1:], "DLRTimestamp": time.Now().UTC().Format("2006-01-02 15:04:05"),
		}})
	})
	return id, err
}

var reported = engine.Table[bool]{Name: "messages-reported"}

func digitsOf(id string) string { return strings.TrimLeft(strings.TrimPrefix(id, "msg_"), "0") }

func languageOf(text string) string {
	for _, sign := range text {
		if unicode.Is(unicode.Arabic, sign) {
			return "ar"
		}
	}
	return "en"
}

func writeUnifonic(w http.ResponseWriter, status int, said map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(said); err != nil {
		panic(fmt.Sprintf("write an answer: %v", err)) // the values are plain
	}
}
