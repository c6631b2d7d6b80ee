package payment

import (
	"errors"
	"slices"
	"time"

	"selfcare/dev/simulator/engine"
)

// What a settlement file can be told to say wrong: of a charge, and of a day.
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

// errMisstate refuses what nothing can be told wrong as.
var errMisstate = errors.New("no such way to be wrong")

// misstate is the body of both commands; empty tells it right again.
type misstate struct{ As string }

// misstateCharge has the settlement file tell a charge wrong; its refund stays as it is.
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

// misstateFile has the file of a day say something wrong, beside what it says wrong already.
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

// misstated is a line as the file tells it: none, one or two.
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
