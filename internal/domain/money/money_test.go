package money_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
)

func TestVATWithin(t *testing.T) {
	require.Equal(t, contract.Halalas(1500), money.VATWithin(11500, 15))
	require.Equal(t, contract.Halalas(0), money.VATWithin(3, 15))
	require.Equal(t, contract.Halalas(1), money.VATWithin(4, 15))
}

func TestVATWithin_NetAndVATGiveTheTotalBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := contract.Halalas(rapid.Int64Range(0, 1e12).Draw(t, "total"))
		vat := money.VATWithin(total, 15)
		net := total - vat
		off := float64(vat) - float64(net)*0.15
		if off > 0.6 || off < -0.6 {
			t.Fatalf("vat %d of %d is not 15 %% of net %d", vat, total, net)
		}
	})
}

func TestRiyals_Thousands_AreSeparated(t *testing.T) {
	require.Equal(t, []string{"999.99", "1,000.00", "-1,145.00", "12,345,678.90"},
		[]string{money.Riyals(99999), money.Riyals(100000), money.Riyals(-114500), money.Riyals(1234567890)})
	require.Equal(t, []string{"1000.00", "-0.50"}, []string{money.Decimal(100000), money.Decimal(-50)})
}

func TestRiyals_BelowZero_HasOneSign(t *testing.T) {
	require.Equal(t, []string{"115.00", "0.05", "-0.50", "-12.05"}, []string{money.Riyals(11500), money.Riyals(5), money.Riyals(-50), money.Riyals(-1205)})
}
