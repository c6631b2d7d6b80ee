// Package numbersetting holds the rules on the network settings of a line as pure functions: its language, its services, and its
// blocked senders and numbers.
package numbersetting

import (
	"slices"
	"strconv"

	"selfcare/internal/contract"
)

// Services that are on or off.
const (
	Data       = "gprs"
	Roaming    = "roaming"
	MissedCall = "missed_call"
	Voicemail  = "voicemail"
)

// Languages for messages to a line: first those of the specification, then those for notices.
var Languages = []string{"en", "ar", "ur", "hi", "bn", "id", "ml"}

// service is a row of the table of services.
type service struct {
	key   string
	voice bool // useless for a data-only line
	on    bool // on when a line comes into service
}

var services = []service{
	{key: Data, on: true}, {key: Roaming, on: true}, {key: MissedCall, voice: true, on: true}, {key: Voicemail, voice: true},
}

// Services lists the services that a line can have, in order.
func Services(dataLine bool) (keys []string) {
	for _, s := range services {
		if !dataLine || !s.voice {
			keys = append(keys, s.key)
		}
	}
	return keys
}

// Set is a setting that the network accepted.
type Set struct {
	Kind  contract.SettingKind
	Item  string
	Value string
}

// Line holds the facts about a line that decide on its settings.
type Line struct {
	MSISDN   string
	DataLine bool
	Set      []Set
	Most     Most
	Country  bool // the country can be blocked
}

// Most holds the greatest numbers of blocked items of a line.
type Most struct{ Numbers, Countries int }

// Value returns the value of a setting, or the network's default. The network does not report its default language.
func (l Line) Value(kind contract.SettingKind, item string) string {
	at := slices.IndexFunc(l.Set, func(s Set) bool { return s.Kind == kind && s.Item == item })
	switch {
	case at >= 0:
		return l.Set[at].Value
	case kind == contract.SettingPromotions:
		return Allow
	case kind == contract.SettingService && slices.ContainsFunc(services, func(s service) bool { return s.key == item && s.on }):
		return contract.SettingOn
	case kind == contract.SettingLanguage:
		return ""
	default:
		return contract.SettingOff
	}
}

// Count returns the number of settings of a kind.
func (l Line) Count(kind contract.SettingKind) (count int) {
	for _, s := range l.Set {
		if s.Kind == kind {
			count++
		}
	}
	return count
}

// ValidateChange refuses an impossible setting. An unchanged value may be set again, except in a block list: the customer who
// blocks an entry twice has overlooked it in the list.
func (l Line) ValidateChange(c contract.SettingChange) error {
	if l.DataLine && ofVoice(c) {
		return contract.Refuse(contract.FailSettingDataLine)
	}
	switch c.Kind {
	case contract.SettingNumber:
		return l.validateBlock(c, l.number(c.Item), contract.FailBlockedAlready, contract.FailBlockedNot, contract.FailBlocksTooMany, l.Most.Numbers)
	case contract.SettingCountry:
		return l.validateBlock(c, l.country(), contract.FailCountryAlready, contract.FailCountryNot, contract.FailCountriesTooMany, l.Most.Countries)
	case contract.SettingLanguage, contract.SettingService, contract.SettingPromotions:
		return nil
	default:
		return contract.Refuse(contract.FailNotFound)
	}
}

// ofVoice tells settings that a data-only line does not need, because it receives no calls.
func ofVoice(c contract.SettingChange) bool {
	switch c.Kind {
	case contract.SettingLanguage:
		return false
	case contract.SettingService:
		return !slices.Contains(Services(true), c.Item)
	case contract.SettingNumber, contract.SettingCountry, contract.SettingPromotions:
		return true
	default:
		return true
	}
}

func (l Line) validateBlock(c contract.SettingChange, may error, already, not, tooMany contract.Code, most int) error {
	blocked := l.Value(c.Kind, c.Item) == contract.SettingOn
	switch {
	case c.Value == contract.SettingOff && !blocked:
		return contract.Refuse(not)
	case c.Value == contract.SettingOff:
		return nil
	case may != nil:
		return may
	case blocked:
		return contract.Refuse(already)
	case l.Count(c.Kind) >= most:
		return contract.RefuseWith(tooMany, map[string]string{"most": strconv.Itoa(most)})
	default:
		return nil
	}
}

func (l Line) country() error {
	if !l.Country {
		return contract.Refuse(contract.FailOfferOfNoCountry)
	}
	return nil
}

func (l Line) number(item string) error {
	if item == Home+l.MSISDN[1:] {
		return contract.RefuseField("blockMSISDN", contract.FailBlockOwn)
	}
	return nil
}
