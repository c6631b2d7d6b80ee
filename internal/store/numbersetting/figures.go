package numbersetting

import "selfcare/internal/domain/numbersetting"

// Figures limit the block lists of a line.
type Figures struct {
	BlockedNumbers   int
	BlockedCountries int
}

// DefaultFigures returns the default values.
func DefaultFigures() Figures { return Figures{BlockedNumbers: 50, BlockedCountries: 50} }

// Fields returns the fields by their setting keys.
func (f *Figures) Fields() map[string]any {
	return map[string]any{"maxBlockedNumbers": &f.BlockedNumbers, "maxBlockedCountries": &f.BlockedCountries}
}

// mostBlocked is the capacity of the network for a line.
const mostBlocked = 500

// Bounds returns the rules on the values, and whether each holds.
func (f Figures) Bounds() map[string]bool {
	return map[string]bool{
		"maxBlockedNumbers: 1 to 500":   1 <= f.BlockedNumbers && f.BlockedNumbers <= mostBlocked,
		"maxBlockedCountries: 1 to 500": 1 <= f.BlockedCountries && f.BlockedCountries <= mostBlocked,
	}
}

// Most converts the settings to the limits of the rules.
func (f Figures) Most() numbersetting.Most {
	return numbersetting.Most{Numbers: f.BlockedNumbers, Countries: f.BlockedCountries}
}
