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

func TestVATOfPart_PartsOfATotal_HaveItsVAT(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := contract.Halalas(rapid.Int64Range(1, 1e8).Draw(t, "total"))
		vat := contract.Halalas(rapid.Int64Range(0, int64(total)).Draw(t, "vat"))
		var before, sum contract.Halalas
		for before < total {
			part := contract.Halalas(rapid.Int64Range(1, int64(total-before)).Draw(t, "part"))
			of := money.VATOfPart(total, vat, before, part)
			if of < 0 || of > part {
				t.Fatalf("a part of %d has a VAT of %d", part, of)
			}
			before, sum = before+part, sum+of
		}
		if sum != vat {
			t.Fatalf("the parts have a VAT of %d, the total has %d", sum, vat)
		}
	})
}

func TestRiyals_BelowZero_HasOneSign(t *testing.T) {
	require.Equal(t, []string{"115.00", "0.05", "-0.50", "-12.05"}, []string{money.Riyals(11500), money.Riyals(5), money.Riyals(-50), money.Riyals(-1205)})
}
