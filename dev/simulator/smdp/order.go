package smdp

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"strings"

	"selfcare/dev/simulator/engine"
)

type header struct {
	Requester string `json:"functionRequesterIdentifier"`
	Call      string `json:"functionCallIdentifier"`
}

func (h header) isComplete() bool { return h.Requester != "" && h.Call != "" }

type downloadOrder struct {
	Header header `json:"header"`
	EID    string `json:"eid"`
	ICCID  string `json:"iccid"`
	Type   string `json:"profileType"`
}

type profileOrder struct {
	Header  header `json:"header"`
	ICCID   string `json:"iccid"`
	EID     string `json:"eid"`
	Release bool   `json:"releaseFlag"`
	Final   string `json:"finalProfileStatusIndicator"`

	MatchingID string `json:"matchingId"`
}

const (
	address = "rsp.selfcare.example" // of this SM-DP+, in the activation codes
	issuer  = "8996606"              // 89 for telecommunications, 966 for Saudi Arabia, two digits of the issuer
	filler  = "F"                    // the twentieth place of an ICCID

	eidDigits = 32
)

// download allocates a profile. A repeat, known by its function call identifier, gets the same answer, except from an SM-DP+ that knows
// calls by nothing.
func (s *System) download(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[downloadOrder](c)
	switch {
	case !ok:
		return refusal
	case !body.Header.isComplete():
		return failed("1.3", "2.2", "header is not complete")
	case body.EID != "" && !isEID(body.EID):
		return failed("8.1.1", "2.1", "EID is not 32 digits with their check digits")
	}
	if p, known := s.ByReference(c.Tx, body.Header.Call); known && !p.isStrict() {
		return succeeded(map[string]any{"iccid": p.ICCID + filler})
	}
	switch {
	case c.Outcome == outcomeEIDRefused:
		return failed("8.1.1", "3.8", "this eUICC takes none of our profiles")
	case c.Outcome == outcomeNoneLeft || body.Type == "":
		return failed("8.2.5", "3.7", "no profile of this type is left")
	}
	p := newProfile(c, body)
	profiles.Put(c.Tx, p.ICCID, p)
	byReference.Put(c.Tx, p.Reference, p.ICCID)
	return succeeded(map[string]any{"iccid": p.ICCID + filler})
}

func newProfile(c *engine.Call, body downloadOrder) Profile {
	p := Profile{
		ICCID: newICCID(), Reference: body.Header.Call, EID: body.EID, Type: body.Type, State: Allocated,
		Plan: c.Outcome, OrderedAt: c.Shown(c.Now()),
	}
	if p.Plan == "" {
		p.Plan = outcomeInstalled
	}
	if p.EID != "" {
		p.State = Linked
	}
	return p
}

// newICCID is random, not a sequence: forgotten profiles may still be stored elsewhere.
func newICCID() string {
	serial, _ := rand.Int(rand.Reader, big.NewInt(100_000_000_000)) // never fails: crypto/rand ends the program instead
	return engine.LuhnAppend(fmt.Sprintf("%s%011d", issuer, serial))
}

// confirm makes the activation code, and releases the profile if requested.
func (s *System) confirm(c *engine.Call) engine.Answer {
	body, p, refusal, ok := s.find(c)
	switch {
	case !ok:
		return refusal
	case c.Outcome == outcomeRefused:
		return failed("8.2.1", "1.2", "not allowed for this requester")
	case p.State == Unavailable:
		return failed("8.2.1", "3.3", "profile was cancelled")
	case p.EID != "" && body.EID != "" && p.EID != body.EID:
		return failed("8.1.1", "3.10", "profile is linked to another EID")
	}
	if refusal, refused := p.refusesMatchingID(c.Tx, body.MatchingID); refused {
		return refusal
	}
	if p.State == Allocated || p.State == Linked {
		p.State, p.MatchingID = Confirmed, cmp.Or(body.MatchingID, newMatchingID())
		byMatchingID.Put(c.Tx, p.MatchingID, p.ICCID)
		if p.EID == "" {
			p.EID = body.EID
		}
	}
	if body.Release {
		p = s.released(c.Tx, p)
	}
	profiles.Put(c.Tx, p.ICCID, p)
	return succeeded(map[string]any{"matchingId": p.MatchingID, "smdpAddress": address, "eid": p.EID})
}

func (p Profile) refusesMatchingID(tx *engine.Tx, id string) (refusal engine.Answer, refused bool) {
	owner, taken := byMatchingID.Get(tx, id)
	switch {
	case id != "" && !matchingIDs.MatchString(id):
		return failed("8.2.6", "2.1", "matching id has other signs than A-Z, 0-9 and -"), true
	case taken && (owner != p.ICCID || p.isStrict()):
		return failed("8.2.6", "3.3", "matching id is in use"), true
	default:
		return refusal, false
	}
}

// matchingIDs are those that fit into an activation code.
var matchingIDs = regexp.MustCompile(`^[A-Z0-9-]{1,255}$`)

// release is for profiles that were confirmed without releaseFlag.
func (s *System) release(c *engine.Call) engine.Answer {
	_, p, refusal, ok := s.find(c)
	switch {
	case !ok:
		return refusal
	case p.State == Allocated || p.State == Linked || p.State == Unavailable:
		return failed("8.2.1", "3.3", "profile is not confirmed")
	}
	profiles.Put(c.Tx, p.ICCID, s.released(c.Tx, p))
	return succeeded(nil)
}

func (s *System) released(tx *engine.Tx, p Profile) Profile {
	if p.State != Confirmed {
		return p
	}
	p.State = Released
	if pace := s.Pace(tx, PaceDownload); pace > 0 && p.Plan != outcomeByHand {
		s.After(tx, pace, timerDownload, p.ICCID)
	}
	return p
}

// newMatchingID has groups of five, as printed under QR codes.
func newMatchingID() string {
	text := rand.Text()[:20]
	return strings.Join([]string{text[:5], text[5:10], text[10:15], text[15:]}, "-")
}

// cancel makes a profile unavailable, until a phone has it.
func (s *System) cancel(c *engine.Call) engine.Answer {
	body, p, refusal, ok := s.find(c)
	switch {
	case !ok:
		return refusal
	case body.Final != "Available" && body.Final != "Unavailable":
		return failed("1.6", "2.2", "finalProfileStatusIndicator is needed")
	case p.EID != body.EID:
		return failed("8.2.1", "3.10", "profile is linked to another EID, or to one that is not given")
	case p.MatchingID != body.MatchingID:
		return failed("8.2.6", "3.10", "profile has another matching id, or one that is not given")
	case c.Outcome == outcomeTooLate, p.State == Downloaded, p.State == Installed:
		return failed("8.2.1", "3.3", "profile is on a phone")
	}
	p.State = Unavailable
	profiles.Put(c.Tx, p.ICCID, p)
	return succeeded(nil)
}

func (s *System) find(c *engine.Call) (body profileOrder, p Profile, refusal engine.Answer, ok bool) {
	body, refusal, ok = engine.Body[profileOrder](c)
	if !ok {
		return body, p, refusal, false
	}
	if !body.Header.isComplete() {
		return body, p, failed("1.3", "2.2", "header is not complete"), false
	}
	p, known := profiles.Get(c.Tx, strings.TrimSuffix(body.ICCID, filler))
	if !known {
		return body, p, failed("8.2.1", "3.9", "no such profile"), false
	}
	return body, p, engine.Answer{}, true
}

func isEID(text string) bool {
	return len(text) == eidDigits && engine.Mod97Valid(text)
}

// succeeded and failed are the two shapes of an answer; ES2+ answers 200 to both.
func succeeded(fields map[string]any) engine.Answer {
	body := map[string]any{"header": map[string]any{"functionExecutionStatus": map[string]any{"status": "Executed-Success"}}}
	maps.Copy(body, fields)
	return answer(body)
}

func failed(subject, reason, message string) engine.Answer {
	return answer(map[string]any{"header": map[string]any{"functionExecutionStatus": status(subject, reason, message)}})
}

func answer(body map[string]any) engine.Answer {
	said := engine.OK(body)
	said.Header = map[string]string{protocolHeader: protocol}
	return said
}

func status(subject, reason, message string) map[string]any {
	return map[string]any{"status": "Failed", "statusCodeData": map[string]any{
		"subjectCode": subject, "reasonCode": reason, "message": message,
	}}
}
