package smdp

import (
	"time"

	"selfcare/dev/simulator/engine"
)

// State is the state of a profile (SGP.22, 3.1.6).
type State string

// States of a profile.
const (
	Allocated   State = "Allocated"
	Linked      State = "Linked" // allocated for one phone's EID
	Confirmed   State = "Confirmed"
	Released    State = "Released"
	Downloaded  State = "Downloaded"
	Installed   State = "Installed"
	Error       State = "Error"
	Unavailable State = "Unavailable"
)

// Profile is one eSIM profile.
type Profile struct {
	ICCID      string    `json:"iccid"` // 19 digits
	Reference  string    `json:"reference"`
	EID        string    `json:"eid,omitempty"`
	Type       string    `json:"profileType"`
	MatchingID string    `json:"matchingId"`
	State      State     `json:"state"`
	Plan       string    `json:"plan"` // the coming action of its phone
	Fault      string    `json:"fault,omitempty"`
	OrderedAt  time.Time `json:"orderedAt"`
}

var (
	profiles    = engine.Table[Profile]{Name: "esim-profiles"}
	byReference = engine.Table[string]{Name: "esim-by-reference"} // function call identifier → ICCID

	byMatchingID = engine.Table[string]{Name: "esim-by-matching-id"} // → ICCID
)

// isStrict tells whether repeated calls are refused by the codes of the standard, which has no other way to know them.
func (p Profile) isStrict() bool { return p.Plan == outcomeStrict }

// Profiles lists profiles, the newest first.
func (s *System) Profiles(tx *engine.Tx, limit int) []Profile { return profiles.Newest(tx, limit, nil) }

// OnPhones lists profiles with a code that a phone can use now.
func (s *System) OnPhones(tx *engine.Tx, limit int) []Profile {
	return profiles.Newest(tx, limit, func(p Profile) bool { return len(Reports(p)) > 0 })
}

// ByReference finds a profile by the caller's function call identifier.
func (s *System) ByReference(tx *engine.Tx, reference string) (Profile, bool) {
	iccid, known := byReference.Get(tx, reference)
	if !known {
		return Profile{}, false
	}
	return profiles.Get(tx, iccid)
}

// Reports lists a phone's possible actions on a profile now.
func Reports(p Profile) []string {
	switch p.State {
	case Released, Error:
		return append([]string{PhoneDownloads, PhoneInstalls}, FaultNames()...)
	case Downloaded:
		return append([]string{PhoneInstalls}, FaultNames()...)
	case Allocated, Linked, Confirmed, Installed, Unavailable:
	}
	return nil
}
