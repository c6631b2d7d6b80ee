package simulator

import (
	"net/http"
	"time"

	"selfcare/dev/simulator/clearinghouse"
	"selfcare/dev/simulator/courier"
	"selfcare/dev/simulator/engine"
	"selfcare/dev/simulator/identity"
	"selfcare/dev/simulator/payment"
	"selfcare/dev/simulator/smdp"
)

func (s *Simulator) listCharges(tx *engine.Tx, r *http.Request) any {
	reference := r.URL.Query().Get("reference")
	if reference == "" {
		return items(s.payment.Charges(tx, listed))
	}
	list := []payment.Charge{}
	if ch, known := s.payment.Charge(tx, reference); known {
		list = append(list, ch)
	}
	return items(list)
}

func (s *Simulator) settleCharge(r *http.Request, body []byte) error {
	var ask struct{ Status payment.Status }
	if err := decode(body, &ask); err != nil {
		return err
	}
	return s.update(func(tx *engine.Tx) error { return s.payment.Settle(tx, r.PathValue("reference"), ask.Status) })
}

func (s *Simulator) listRequests(tx *engine.Tx, r *http.Request) any {
	return items(s.identity.Requests(tx, r.URL.Query().Get("open") == "true"))
}

// answerRequest picks a number on the phone, or ends the request with a status.
func (s *Simulator) answerRequest(r *http.Request, body []byte) error {
	var ask struct {
		Random string
		Status identity.Status
	}
	if err := decode(body, &ask); err != nil {
		return err
	}
	return s.update(func(tx *engine.Tx) error {
		if ask.Random != "" {
			return s.identity.Pick(tx, r.PathValue("transId"), ask.Random)
		}
		return s.identity.Answer(tx, r.PathValue("transId"), ask.Status)
	})
}

func (s *Simulator) listParcels(tx *engine.Tx, r *http.Request) any {
	reference := r.URL.Query().Get("reference")
	if reference == "" {
		return items(s.courier.Parcels(tx, listed))
	}
	list := []courier.Parcel{}
	if p, known := s.courier.ByReference(tx, reference); known {
		list = append(list, p)
	}
	return items(list)
}

func (s *Simulator) scanParcel(r *http.Request, body []byte) error {
	var ask struct{ Status courier.Status }
	if err := decode(body, &ask); err != nil {
		return err
	}
	return s.update(func(tx *engine.Tx) error { return s.courier.Scan(tx, r.PathValue("awb"), ask.Status) })
}

func (s *Simulator) listProfiles(tx *engine.Tx, r *http.Request) any {
	reference := r.URL.Query().Get("reference")
	if reference == "" {
		return items(s.esim.Profiles(tx, listed))
	}
	list := []smdp.Profile{}
	if p, known := s.esim.ByReference(tx, reference); known {
		list = append(list, p)
	}
	return items(list)
}

// reportProfile plays the phone: it downloads, installs, or says what went wrong. At is for reports that come too late.
func (s *Simulator) reportProfile(r *http.Request, body []byte) error {
	var ask struct {
		Status string
		At     time.Time
	}
	if err := decode(body, &ask); err != nil {
		return err
	}
	return s.update(func(tx *engine.Tx) error { return s.esim.Report(tx, r.PathValue("iccid"), ask.Status, ask.At) })
}

func (s *Simulator) listOutbox(tx *engine.Tx, r *http.Request) any {
	return items(s.messages.Outbox(tx, r.URL.Query().Get("to"), listed))
}

func (s *Simulator) listLines(tx *engine.Tx, _ *http.Request) any {
	return items(s.network.Lines(tx, listed))
}

func (s *Simulator) listPorts(tx *engine.Tx, r *http.Request) any {
	portID := r.URL.Query().Get("portId")
	if portID == "" {
		return items(s.ports.Ports(tx, listed))
	}
	list := []clearinghouse.Port{}
	if p, known := s.ports.Port(tx, portID); known {
		list = append(list, p)
	}
	return items(list)
}

// answerPort plays the old operator.
func (s *Simulator) answerPort(r *http.Request, body []byte) error {
	var ask struct{ Status string }
	if err := decode(body, &ask); err != nil {
		return err
	}
	return s.update(func(tx *engine.Tx) error { return s.ports.Answer(tx, r.PathValue("portId"), ask.Status) })
}
