package setting

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/autorecharge"
	"selfcare/internal/domain/settlement"
)

// AutoRechargeFigures are the settings of automatic recharges.
type AutoRechargeFigures struct{ autorecharge.Figures }

func defaultAutoRechargeFigures() AutoRechargeFigures {
	return AutoRechargeFigures{autorecharge.Figures{Hour: 9, RetryDays: []int{1, 3}, CatchUp: day, Challenge: day}}
}

func (f *AutoRechargeFigures) fields() map[string]any {
	return map[string]any{
		"autoRechargeHour": &f.Hour, "autoRechargeRetryDays": &f.RetryDays, "autoRechargeCatchUp": &f.CatchUp,
		"autoRechargeChallenge": &f.Challenge,
	}
}

func (f AutoRechargeFigures) rules() map[string]bool {
	return map[string]bool{
		"autoRechargeHour: 0 to 23; autoRechargeRetryDays: growing, 1 to 5": f.IsConsistent(),
		"autoRechargeCatchUp: 1h or more":                                   f.CatchUp >= time.Hour,
		"autoRechargeChallenge: 15m to 24h":                                 between(f.Challenge, 15*time.Minute, day),
	}
}

// ProviderFigures are the agreed fees of the payment provider.
type ProviderFigures struct {
	MadaBasisPoints int // hundredths of a percent
	CardBasisPoints int // of other cards, and of wallets
	Fixed           contract.Halalas
}

func defaultProviderFigures() ProviderFigures {
	return ProviderFigures{MadaBasisPoints: 100, CardBasisPoints: 250, Fixed: 100}
}

func (f *ProviderFigures) fields() map[string]any {
	return map[string]any{
		"providerFeeMadaBasisPoints": &f.MadaBasisPoints, "providerFeeCardBasisPoints": &f.CardBasisPoints, "providerFeeFixed": &f.Fixed,
	}
}

func (f ProviderFigures) rules() map[string]bool {
	return map[string]bool{
		"providerFeeMadaBasisPoints, providerFeeCardBasisPoints: 0 to 10000": between(f.MadaBasisPoints, 0, 10_000) && between(f.CardBasisPoints, 0, 10_000),
		"providerFeeFixed: not negative, at most 100000":                     0 <= f.Fixed && f.Fixed <= 100_000,
	}
}

// SettlementTerms returns the terms with which a settlement file is compared.
func (s Settings) SettlementTerms() settlement.Terms {
	return settlement.Terms{
		MadaBasisPoints: s.Provider.MadaBasisPoints, CardBasisPoints: s.Provider.CardBasisPoints, Fixed: s.Provider.Fixed, VATPercent: s.VATPercent,
	}
}
