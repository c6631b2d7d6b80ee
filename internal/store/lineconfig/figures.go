package lineconfig

import "selfcare/internal/domain/lineconfig"

// Figures say how much a line may block.
type Figures struct {
	BlockedNumbers   int
	BlockedCountries int
}

// DefaultFigures are those where nobody has set others.
func DefaultFigures() Figures { return Figures{BlockedNumbers: 50, BlockedCountries: 50} }

// Fields are the names under which they are set.
func (f *Figures) Fields() map[string]any {
	return map[string]any{"maxBlockedNumbers": &f.BlockedNumbers, "maxBlockedCountries": &f.BlockedCountries}
}

// mostBlocked is as much as the network keeps for a line.
const mostBlocked = 500

// Bounds say what holds for them, and whether it does.
func (f Figures) Bounds() map[string]bool {
	return map[string]bool{
		"maxBlockedNumbers: 1 to 500":   1 <= f.BlockedNumbers && f.BlockedNumbers <= mostBlocked,
		"maxBlockedCountries: 1 to 500": 1 <= f.BlockedCountries && f.BlockedCountries <= mostBlocked,
	}
}

// Most is what the rules on settings go by.
func (f Figures) Most() lineconfig.Most {
	return lineconfig.Most{Numbers: f.BlockedNumbers, Countries: f.BlockedCountries}
}
