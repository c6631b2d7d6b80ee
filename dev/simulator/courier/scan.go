package courier

import (
	"errors"
	"net/http"

	"selfcare/dev/simulator/engine"
)

// Errors of a manual scan.
var (
	ErrUnknown = engine.Unknown("no such parcel")
	ErrStatus  = errors.New("status is picked-up, in-transit, out-for-delivery, failed-attempt, delivered or returned; of SMSA also damaged or missing")
	ErrOver    = engine.Over("parcel is delivered, returned or cancelled")
)

const eventScanned = "parcel.scanned"

// origin is the first city of all parcels.
const origin = "riyadh"

func track(c *engine.Call) engine.Answer {
	p, known := parcels.Get(c.Tx, c.Request.PathValue("awb"))
	if !known {
		return notFound()
	}
	return engine.OK(map[string]any{"awb": p.AWB, "reference": p.Reference, "status": p.Status, "scans": p.Scans})
}

func cancel(c *engine.Call) engine.Answer {
	p, known := parcels.Get(c.Tx, c.Request.PathValue("awb"))
	switch {
	case !known:
		return notFound()
	case p.Status != Booked && p.Status != Cancelled:
		return engine.Refuse(http.StatusConflict, "too_late", "the parcel was picked up already")
	}
	p.Status = Cancelled
	parcels.Put(c.Tx, p.AWB, p)
	return engine.Answer{Status: http.StatusNoContent}
}

// Scan plays the driver. From then on the parcel has manual scans only.
func (s *System) Scan(tx *engine.Tx, awb string, status Status) error {
	p, known := parcels.Get(tx, awb)
	switch {
	case !known:
		return ErrUnknown
	case scanTypes[status] == "" && (!p.SMSA || scanTypesSMSA[status] == ""):
		return ErrStatus
	case p.over():
		return ErrOver
	}
	p.ByHand = true
	s.scan(tx, p, status)
	return nil
}

// Scannable lists the possible scans of a parcel.
func Scannable(p Parcel) []Status {
	switch {
	case p.over():
		return nil
	case p.Status == Booked:
		return []Status{PickedUp}
	case p.SMSA:
		return []Status{InTransit, OutForDelivery, FailedAttempt, Delivered, Returned, Damaged, Missing}
	default:
		return []Status{InTransit, OutForDelivery, FailedAttempt, Delivered, Returned}
	}
}

// scanItself is the timer: the next scan of the journey, unless a person took over.
func (s *System) scanItself(tx *engine.Tx, awb string) {
	p, known := parcels.Get(tx, awb)
	if !known || p.ByHand || p.over() || len(p.Ahead) == 0 {
		return
	}
	status := p.Ahead[0]
	p.Ahead = p.Ahead[1:]
	s.scanLater(tx, s.scan(tx, p, status))
}

func (s *System) scanLater(tx *engine.Tx, p Parcel) {
	if pace := s.Pace(tx, PaceScan); pace > 0 && len(p.Ahead) > 0 {
		s.After(tx, pace, timerScan, p.AWB)
	}
}

func (s *System) scan(tx *engine.Tx, p Parcel, status Status) Parcel {
	city := p.City
	if status == PickedUp || status == Returned {
		city = origin
	}
	seen := Scan{ScanType: scanTypes[status], Status: status, City: city, ScannedAt: tx.Shown(tx.Now())}
	if scanTypes[status] != "" {
		p.Status = status
	}
	p.Scans = append(p.Scans, seen)
	parcels.Put(tx, p.AWB, p)
	if p.SMSA {
		s.Report(tx, reportSMSA(p, seen))
		return p
	}
	s.Report(tx, engine.Report{Subject: p.AWB, Type: eventScanned, Data: map[string]any{
		"awb": p.AWB, "reference": p.Reference, "status": seen.Status, "scanType": seen.ScanType,
		"city": seen.City, "scannedAt": seen.ScannedAt,
	}})
	return p
}
