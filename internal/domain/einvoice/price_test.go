package einvoice_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice"
)

func TestPriced_Receipt_IsDivided(t *testing.T) {
	tests := map[string]struct {
		charges []einvoice.Charge
		vat     contract.Halalas
		nets    []contract.Halalas // of the lines
		taxes   []contract.Halalas
		less    []contract.Halalas
	}{
		"one line":                     {[]einvoice.Charge{{"a", 11500}}, 1500, []contract.Halalas{10000}, []contract.Halalas{1500}, nil},
		"a total that no net leads to": {[]einvoice.Charge{{"a", 1000}}, 130, []contract.Halalas{870}, []contract.Halalas{130}, nil},
		"nothing is left over":         {[]einvoice.Charge{{"a", 333}, {"b", 333}, {"c", 334}}, 130, []contract.Halalas{289, 290, 291}, []contract.Halalas{44, 43, 43}, nil},
		"a discount":                   {[]einvoice.Charge{{"a", 9000}, {"b", 2500}, {"c", -1000}}, 1370, []contract.Halalas{7826, 2174}, []contract.Halalas{1174, 326}, []contract.Halalas{870}},
		"a free item is left out":      {[]einvoice.Charge{{"a", 0}, {"b", 11500}}, 1500, []contract.Halalas{10000}, []contract.Halalas{1500}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			d, err := einvoice.Priced(einvoice.Document{}, tt.charges, tt.vat, 15)
			require.NoError(t, err)
			var nets, taxes, less []contract.Halalas
			var gross contract.Halalas
			for _, line := range d.Lines {
				nets, taxes = append(nets, line.Net), append(taxes, line.VAT)
			}
			for _, off := range d.Less {
				less = append(less, off.Amount)
			}
			for _, c := range tt.charges {
				gross += c.Amount
			}
			require.Equal(t, tt.nets, nets)
			require.Equal(t, tt.taxes, taxes)
			require.Equal(t, tt.less, less)
			require.Equal(t, gross, d.Totals().Gross)
			require.Equal(t, tt.vat, d.Totals().VAT)
			require.Equal(t, d.VAT[0].Taxable, d.Totals().Net)
		})
	}
}

func TestPriced_WrongSum_IsRefused(t *testing.T) {
	tests := map[string]struct {
		charges []einvoice.Charge
		vat     contract.Halalas
	}{
		"nothing sold":             {nil, 0},
		"a discount of everything": {[]einvoice.Charge{{"a", 100}, {"b", -100}}, 0},
		"no VAT":                   {[]einvoice.Charge{{"a", 100}}, 0},
		"VAT alone":                {[]einvoice.Charge{{"a", 100}}, 100},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := einvoice.Priced(einvoice.Document{}, tt.charges, tt.vat, 15)
			require.ErrorIs(t, err, einvoice.ErrSum)
		})
	}
}

func TestItemised_Lines_KeepTheirFigures(t *testing.T) {
	d, err := einvoice.Itemised(einvoice.Document{}, []einvoice.Line{{Name: "a", Net: 17_391, VAT: 2609}, {Name: "b", Net: 870, VAT: 130}}, 15)
	require.NoError(t, err)
	require.Equal(t, einvoice.Line{Name: "b", Quantity: 1, Price: 870, Net: 870, VAT: 130, Category: einvoice.Standard, Percent: 15}, d.Lines[1])
	require.Equal(t, []einvoice.Subtotal{{Category: einvoice.Standard, Percent: 15, Taxable: 18_261, Tax: 2739}}, d.VAT)
	require.Equal(t, contract.Halalas(21_000), d.Totals().Gross)
	for name, lines := range map[string][]einvoice.Line{"nothing": nil, "no VAT": {{Net: 100}}, "VAT alone": {{VAT: 15}}} {
		_, err := einvoice.Itemised(einvoice.Document{}, lines, 15)
		require.ErrorIs(t, err, einvoice.ErrSum, name)
	}
}
