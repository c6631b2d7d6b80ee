package simulator

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"selfcare/dev/simulator/clearinghouse"
	"selfcare/dev/simulator/courier"
	"selfcare/dev/simulator/engine"
	"selfcare/dev/simulator/identity"
	"selfcare/dev/simulator/payment"
	"selfcare/dev/simulator/smdp"
)

const (
	maxControlBody = 64 << 10
	listed         = 1000
)

var errBody = errors.New("body is not the JSON expected")

// routeControl adds the control API: everything a test or the control room may do beyond the wire formats.
func (s *Simulator) routeControl(mux *http.ServeMux) {
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("GET /control/state", s.answer(s.state))
	mux.HandleFunc("POST /control/clock", s.command(s.setClock))
	mux.HandleFunc("POST /control/reset", s.command(func(*http.Request, []byte) error { return s.engine.Reset() }))
	mux.HandleFunc("GET /control/callbacks", s.answer(s.listCallbacks))
	mux.HandleFunc("POST /control/callbacks/{event}/redeliver", s.command(s.redeliver))
	s.routeFaults(mux)
	s.routeRecords(mux)
	s.routeRoom(mux)
}

func (s *Simulator) routeRecords(mux *http.ServeMux) {
	mux.HandleFunc("GET /control/payment/charges", s.answer(s.listCharges))
	mux.HandleFunc("POST /control/payment/charges/{reference}/settle", s.command(s.settleCharge))
	mux.HandleFunc("GET /control/identity/requests", s.answer(s.listRequests))
	mux.HandleFunc("POST /control/identity/requests/{transId}/answer", s.command(s.answerRequest))
	mux.HandleFunc("GET /control/courier/parcels", s.answer(s.listParcels))
	mux.HandleFunc("POST /control/courier/parcels/{awb}/scan", s.command(s.scanParcel))
	mux.HandleFunc("GET /control/esim/profiles", s.answer(s.listProfiles))
	mux.HandleFunc("POST /control/esim/profiles/{iccid}/report", s.command(s.reportProfile))
	mux.HandleFunc("GET /control/messages/outbox", s.answer(s.listOutbox))
	mux.HandleFunc("GET /control/network/lines", s.answer(s.listLines))
	mux.HandleFunc("GET /control/portability/ports", s.answer(s.listPorts))
	mux.HandleFunc("POST /control/portability/ports/{portId}/answer", s.command(s.answerPort))
}

// answer serves something read.
func (s *Simulator) answer(read func(tx *engine.Tx, r *http.Request) any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var body any
		if err := s.engine.View(func(tx *engine.Tx) { body = read(tx, r) }); err != nil {
			refuse(w, err)
			return
		}
		engine.WriteJSON(w, http.StatusOK, body)
	}
}

// command serves something done; nothing comes back but whether it was.
func (s *Simulator) command(do func(r *http.Request, body []byte) error) http.HandlerFunc {
	return s.create(func(r *http.Request, body []byte) (any, error) { return nil, do(r, body) })
}

// create serves something done whose result the caller needs. Forms come from the control room and go back there.
func (s *Simulator) create(do func(r *http.Request, body []byte) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var made any
		body, err := controlBody(w, r)
		if err == nil {
			made, err = do(r, body)
		}
		switch {
		case isForm(r):
			backToRoom(w, r, err)
		case err != nil:
			refuse(w, err)
		case made != nil:
			engine.WriteJSON(w, http.StatusCreated, made)
		default:
			w.WriteHeader(http.StatusNoContent)
		}
	}
}

func controlBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxControlBody))
	if err == nil && isForm(r) {
		return jsonOfForm(body)
	}
	return body, err
}

// update is a change whose own refusal comes back.
func (s *Simulator) update(change func(tx *engine.Tx) error) error {
	var refused error
	err := s.engine.Update(func(tx *engine.Tx) { refused = change(tx) })
	return errors.Join(refused, err)
}

func refuse(w http.ResponseWriter, err error) {
	status := http.StatusUnprocessableEntity
	switch {
	case errors.Is(err, errUnknownSystem), errors.Is(err, errUnknownEvent), errors.Is(err, payment.ErrUnknown),
		errors.Is(err, identity.ErrUnknown), errors.Is(err, courier.ErrUnknown),
		errors.Is(err, smdp.ErrUnknown), errors.Is(err, clearinghouse.ErrUnknown):
		status = http.StatusNotFound
	case errors.Is(err, payment.ErrDecided), errors.Is(err, identity.ErrAnswered), errors.Is(err, courier.ErrOver),
		errors.Is(err, clearinghouse.ErrAnswered):
		status = http.StatusConflict
	}
	engine.WriteJSON(w, status, map[string]string{"code": "refused", "message": err.Error()})
}

func decode(body []byte, into any) error {
	if err := json.Unmarshal(body, into); err != nil {
		return errBody
	}
	return nil
}

var (
	errSpeed        = errors.New("speed is above 0 and at most 100000, advanceMs not below 0")
	errUnknownEvent = errors.New("no such call-back")
)

// setClock changes the speed of time, jumps ahead, or both.
func (s *Simulator) setClock(_ *http.Request, body []byte) error {
	ask := struct {
		Speed     float64 `json:"speed"`
		AdvanceMs int64   `json:"advanceMs"`
	}{Speed: s.engine.Clock.Face().Speed}
	if err := decode(body, &ask); err != nil {
		return err
	}
	if ask.Speed <= 0 || ask.Speed > engine.MaxSpeed || ask.AdvanceMs < 0 {
		return errSpeed
	}
	return s.engine.SetClock(ask.Speed, time.Duration(ask.AdvanceMs)*time.Millisecond)
}

func (s *Simulator) listCallbacks(tx *engine.Tx, r *http.Request) any {
	system, subject := r.URL.Query().Get("system"), r.URL.Query().Get("subject")
	return items(s.engine.Callbacks(tx, listed, func(c engine.Callback) bool {
		return (system == "" || c.System == system) && (subject == "" || c.Subject == subject)
	}))
}

func (s *Simulator) redeliver(r *http.Request, _ []byte) error {
	return s.update(func(tx *engine.Tx) error {
		if !s.engine.Redeliver(tx, r.PathValue("event")) {
			return errUnknownEvent
		}
		return nil
	})
}

func items[T any](list []T) map[string][]T { return map[string][]T{"items": list} }
