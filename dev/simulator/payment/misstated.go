package payment

import (
	"errors"
	"slices"
	"time"

	"selfcare/dev/simulator/engine"
)

// Possible errors of a settlement file: in a charge, and in a day.
const (
	wrongMissing     = "missing"
	wrongAmount      = "other-amount"
	wrongDate        = "other-date"
	wrongFee         = "other-fee"
	wrongTwice       = "duplicate"
	wrongExtra       = "extra"
	wrongUnknownLine = "unknown-line"
	wrongTrailer     = "broken-trailer"
)

var (
	wrongOfCharge = []string{wrongMissing, wrongAmount, wrongDate, wrongFee, wrongTwice}
	wrongOfFile   = []string{wrongExtra, wrongUnknownLine, wrongTrailer}
)

var (
	misstatedCharges = engine.Table[string]{Name: "payment-misstated-charges"}        // by reference
	misstatedFiles   = engine.Table[map[string]bool]{Name: "payment-misstated-files"} // by day
)

// errMisstate refuses an unknown error.
var errMisstate = errors.New("no such way to be wrong")

// misstate is the body of both commands; empty removes the error.
type misstate struct{ As string }

// misstateCharge puts an error into the line of a charge; its refund stays correct.
func (s *System) misstateCharge(tx *engine.Tx, reference string, body []byte) error {
	var ask misstate
	if err := engine.Decode(body, &ask); err != nil {
		return err
	}
	if _, known := charges.Get(tx, reference); !known {
		return ErrUnknown
	}
	if ask.As == "" {
		misstatedCharges.Delete(tx, reference)
		return nil
	}
	if !slices.Contains(wrongOfCharge, ask.As) {
		return errMisstate
	}
	misstatedCharges.Put(tx, reference, ask.As)
	return nil
}

// misstateFile puts an error into the file of a day, besides earlier ones.
func (s *System) misstateFile(tx *engine.Tx, day string, body []byte) error {
	var ask misstate
	if err := engine.Decode(body, &ask); err != nil {
		return err
	}
	if ask.As == "" {
		misstatedFiles.Delete(tx, day)
		return nil
	}
	if !slices.Contains(wrongOfFile, ask.As) {
		return errMisstate
	}
	wrong := map[string]bool{ask.As: true}
	for as := range misstatedFile(tx, day) {
		wrong[as] = true
	}
	misstatedFiles.Put(tx, day, wrong)
	return nil
}

func misstatedFile(tx *engine.Tx, day string) map[string]bool {
	wrong, _ := misstatedFiles.Get(tx, day)
	return wrong
}

// misstated returns the lines of a charge in the file: none, one or two.
func misstated(tx *engine.Tx, l settled) []settled {
	wrong, _ := misstatedCharges.Get(tx, l.Reference)
	if l.Kind != "charge" {
		wrong = ""
	}
	switch wrong {
	case wrongMissing:
		return nil
	case wrongTwice:
		return []settled{l, l}
	case wrongAmount:
		l.Amount += 1000
	case wrongDate:
		l.At = l.At.AddDate(0, 0, -3)
	case wrongFee:
		l.Fee += 50
	}
	return []settled{l}
}

// extraLine is a charge that no merchant made.
func extraLine(day string) settled {
	at, _ := time.ParseInLocation(time.DateOnly, day, riyadh) // looked at before
	l := settled{Reference: "unheard-of-" + day, ID: "ch_extra_" + day, Kind: "charge", Amount: 9900, At: at.Add(time.Hour), On: day}
	l.charged("VISA")
	return l
}
