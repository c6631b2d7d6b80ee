package transfer_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/transfer"
)

func TestReadTopUpNumber_Spellings_AreRead(t *testing.T) {
	for typed, want := range map[string][2]string{
		"+919876543210":               {"+919876543210", "IN"},
		"00919876543210":              {"+919876543210", "IN"},
		" +92 300 123-4567 ":          {"+923001234567", "PK"},
		"٠٠٢٠١٠٠١٢٣٤٥٦٧":              {"+201001234567", "EG"},
		"+۲۰۱۰۰۱۲۳۴۵۶۷":               {"+201001234567", "EG"},
		"+91 (98765) 43210":           {"+919876543210", "IN"},
		"+20 (0)100 123 4567":         {"+201001234567", "EG"},
		"\u2066+91 98765–43210\u2069": {"+919876543210", "IN"},
		"+639171237701":               {"+639171237701", "PH"},
		"+14155552671":                {"+14155552671", "US"}, // a US number does not show that it is a mobile
	} {
		mobile, country, err := transfer.ReadTopUpNumber("to_mobile", typed)
		require.NoError(t, err, typed)
		require.Equal(t, want, [2]string{mobile, country}, typed)
	}
}

func TestReadTopUpNumber_Errors_HaveCodes(t *testing.T) {
	for name, tt := range map[string]struct {
		typed string
		want  contract.Code
	}{
		"a Saudi number with +":             {"+966551234567", contract.FailInternationalSaudi},
		"a Saudi number with 00":            {"00966551234567", contract.FailInternationalSaudi},
		"a Saudi landline":                  {"+966112345678", contract.FailInternationalSaudi},
		"a Saudi number too short":          {"+96655", contract.FailInternationalSaudi},
		"a Saudi number as it is used here": {"0551234567", contract.FailInternationalSaudi},
		"a number of our range":             {"0571234567", contract.FailInternationalSaudi},
		"in Arabic digits":                  {"٠٥٥١٢٣٤٥٦٧", contract.FailInternationalSaudi},
		"neither + nor 00":                  {"919876543210", contract.FailInternationalFormat},
		"seven digits":                      {"+1415555", contract.FailInternationalFormat},
		"fifteen digits":                    {"+919876543210123", contract.FailInternationalFormat},
		"letters":                           {"+91 98765 CALL", contract.FailInternationalFormat},
		"two pluses":                        {"++919876543210", contract.FailInternationalFormat},
		"nothing":                           {"", contract.FailInternationalFormat},
		"only the prefix":                   {"00", contract.FailInternationalFormat},
		"no such country code":              {"+99912345678", contract.FailInternationalFormat},
		"a digit too few for its country":   {"+91987654321", contract.FailInternationalFormat},
		"a landline abroad":                 {"+20227925555", contract.FailInternationalUnserved},
		"a satellite phone":                 {"+881612345678", contract.FailInternationalUnserved},
		"a free call of no country":         {"+80012345678", contract.FailInternationalUnserved},
	} {
		t.Run(name, func(t *testing.T) {
			mobile, country, err := transfer.ReadTopUpNumber("to_mobile", tt.typed)
			var refusal *contract.Refusal
			require.ErrorAs(t, err, &refusal)
			require.Equal(t, tt.want, refusal.Code)
			require.Equal(t, map[string]contract.Code{"to_mobile": tt.want}, refusal.Fields)
			require.Empty(t, mobile+country)
		})
	}
}

func FuzzReadTopUpNumber(f *testing.F) {
	for _, typed := range []string{"+919876543210", "00201001234567", "٠٠٢٠١٠٠١٢٣٤٥٦٧", "+", "00", "+966551234567", "0551234567", "+1;ext=3", "tel:+91"} {
		f.Add(typed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		mobile, country, err := transfer.ReadTopUpNumber("to_mobile", typed)
		if err != nil {
			require.Empty(t, mobile+country)
			return
		}
		require.Regexp(t, `^\+[0-9]{8,14}$`, mobile)
		require.Regexp(t, `^[A-Z]{2}$`, country)
		again, same, err := transfer.ReadTopUpNumber("to_mobile", mobile)
		require.NoError(t, err, "a parsed number parses to itself")
		require.Equal(t, []string{mobile, country}, []string{again, same})
	})
}

var fees = transfer.TopUpFigures{FeePercent: 5, FeeMinimum: 50}

func product(amount, currency string, cost contract.Halalas) contract.TopUpProduct {
	gets := contract.ForeignAmount{Amount: amount, Currency: currency}
	return contract.TopUpProduct{ID: "4711", ServiceID: "1", Kind: contract.AirTime, Gets: gets, Cost: cost}
}

func TestPriceTopUp_Fee_HasNoVAT(t *testing.T) {
	for name, tt := range map[string]struct {
		product contract.TopUpProduct
		want    transfer.TopUpPrice
	}{
		"the least fee":             {product("100.00", "INR", 455), transfer.TopUpPrice{Rate: "21.978", Fee: 50, Total: 505}},
		"a share of it":             {product("500", "INR", 2273), transfer.TopUpPrice{Rate: "21.9974", Fee: 114, Total: 2387}},
		"a share that comes out":    {product("22000", "INR", 100_000), transfer.TopUpPrice{Rate: "22", Fee: 5000, Total: 105_000}},
		"a currency of small worth": {product("10000", "IDR", 230), transfer.TopUpPrice{Rate: "4347.8261", Fee: 50, Total: 280}},
		"a currency of great worth": {product("1.500", "KWD", 1840), transfer.TopUpPrice{Rate: "0.0815", Fee: 92, Total: 1932}},
	} {
		t.Run(name, func(t *testing.T) {
			price, sold := transfer.PriceTopUp(tt.product, fees)
			require.True(t, sold)
			require.Equal(t, tt.want, price)
		})
	}
	for _, nonsense := range []contract.TopUpProduct{
		product("0", "INR", 100), product("-5", "INR", 100), product("", "INR", 100), product("ten", "INR", 100), product("10", "INR", 0), product("10", "INR", -1),
	} {
		_, sold := transfer.PriceTopUp(nonsense, fees)
		require.False(t, sold, "%v", nonsense)
	}
}

func TestPriceTopUp_MinimumFee_Applies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		figures := transfer.TopUpFigures{
			FeePercent: rapid.IntRange(0, 100).Draw(t, "percent"), FeeMinimum: contract.Halalas(rapid.Int64Range(0, 1000).Draw(t, "least")),
		}
		cost := contract.Halalas(rapid.Int64Range(1, 10_000_000).Draw(t, "cost"))
		price, sold := transfer.PriceTopUp(product("7.5", "INR", cost), figures)
		require.True(t, sold)
		require.Equal(t, price.Total, cost+price.Fee)
		require.GreaterOrEqual(t, price.Fee, figures.FeeMinimum)
		share := big.NewRat(int64(cost)*int64(figures.FeePercent), 100)
		require.GreaterOrEqual(t, new(big.Rat).SetInt64(int64(price.Fee)).Cmp(share), 0)
		require.Less(t, int64(price.Fee), max(int64(figures.FeeMinimum), int64(cost)*int64(figures.FeePercent)/100+1)+1)
	})
}

func TestFindProduct_PriceChanged_IsRefused(t *testing.T) {
	offer := contract.TopUpOffer{OperatorID: "2151", Operator: "Airtel India", Products: []contract.TopUpProduct{product("100.00", "INR", 455)}}
	agreed := transfer.Chosen{OperatorID: "2151", ServiceID: "1", ProductID: "4711", Amount: 505}
	found, price, err := transfer.FindProduct(offer, agreed, fees)
	require.NoError(t, err)
	require.Equal(t, offer.Products[0], found)
	require.EqualValues(t, 505, price.Total)
	for name, tt := range map[string]struct {
		change func(o *contract.TopUpOffer, c *transfer.Chosen)
		want   contract.Code
	}{
		"a removed product":       {func(o *contract.TopUpOffer, _ *transfer.Chosen) { o.Products = nil }, contract.FailInternationalProduct},
		"another service":         {func(_ *contract.TopUpOffer, c *transfer.Chosen) { c.ServiceID = "2" }, contract.FailInternationalProduct},
		"number with another one": {func(o *contract.TopUpOffer, _ *transfer.Chosen) { o.OperatorID = "2152" }, contract.FailInternationalProduct},
		"gives nothing any more": {func(o *contract.TopUpOffer, _ *transfer.Chosen) {
			o.Products = []contract.TopUpProduct{product("0", "INR", 455)}
		}, contract.FailInternationalProduct},
		"costs a halala more": {func(_ *contract.TopUpOffer, c *transfer.Chosen) { c.Amount = 504 }, contract.FailPriceChanged},
		"costs a halala less": {func(_ *contract.TopUpOffer, c *transfer.Chosen) { c.Amount = 506 }, contract.FailPriceChanged},
	} {
		t.Run(name, func(t *testing.T) {
			now, chosen := offer, agreed
			tt.change(&now, &chosen)
			_, _, err := transfer.FindProduct(now, chosen, fees)
			var refusal *contract.Refusal
			require.ErrorAs(t, err, &refusal)
			require.Equal(t, tt.want, refusal.Code)
		})
	}
}

func TestValidateCovered_Short_Refused(t *testing.T) {
	require.NoError(t, transfer.ValidateCovered(505, 505))
	require.Equal(t, contract.Refuse(contract.FailBalanceShort), transfer.ValidateCovered(504, 505))
}
