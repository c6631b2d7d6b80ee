package purchases_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func gamesRig(t *testing.T) (*servertest.Rig, string) {
	t.Helper()
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.CreditBalance(servertest.MainLine, 10_000)
	r.SellGames()
	return r, r.SignIn(servertest.MainLine)
}

func TestGames_List_HasBrandsAndBothPrices(t *testing.T) {
	r, token := gamesRig(t)
	all := servertest.Decoded[struct{ Data []gen.Game }](t, r.Call(http.MethodGet, "/api/games", "", servertest.Bearer(token))).Data
	require.Len(t, all, 2)
	require.Equal(t, []any{"play", "Play", true}, []any{all[0].Id, all[0].Name, all[0].Refundable})
	require.Len(t, all[0].Denominations, 1, "withdrawn games are not listed")
	require.Equal(t, []int64{1_000, 1_150}, []int64{all[0].Denominations[0].Price, all[0].Denominations[0].Total})
	require.False(t, all[1].Refundable, "the list says it before the payment")
}

func TestGames_BoughtCode_IsMasked(t *testing.T) {
	r, token := gamesRig(t)
	bought := r.MustBuy(token, servertest.GameBody("play-50", "balance"))
	require.Equal(t, gen.PurchaseStatusCompleted, bought.Status)
	require.EqualValues(t, 9_000, r.MainBalance())
	require.Equal(t, gen.GameBought{
		Brand: "play", Name: "Play 10 SAR", Email: "g•••@selfcare.example", Mobile: "055•••0001", Code: new("••••9876"), Refundable: true,
	}, *bought.Game)
	byCard := r.MustBuy(token, servertest.GameBody("play-50", "card"))
	require.EqualValues(t, 1_150, byCard.Total)
	for _, path := range []string{"/api/games/purchased", "/api/purchases/" + bought.Id} {
		got := r.Call(http.MethodGet, path, "", servertest.Bearer(token))
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		for _, secret := range []string{"WXYZ", "gamer@", "0550000001"} {
			require.NotContains(t, string(got.Body), secret)
		}
	}
	page := servertest.Decoded[struct{ Data gen.GamePurchasePage }](t, r.Call(http.MethodGet, "/api/games/purchased", "", servertest.Bearer(token))).Data
	require.Equal(t, 2, page.Total)
	require.Empty(t, servertest.Decoded[struct{ Data gen.GamePurchasePage }](t, r.Call(http.MethodGet, "/api/games/purchased?page=10000", "", servertest.Bearer(token))).Data.Items)
}

func TestGames_NonRefundable_NeedsConsent(t *testing.T) {
	r, token := gamesRig(t)
	servertest.RequireRefused(t, r.Buy(token, servertest.GameBody("fire-100", "balance")), contract.FailGameTerms)
	servertest.RequireRefused(t, r.Buy(token, servertest.GameBody("fire-100", "balance", `"acceptsNoRefund":false`)), contract.FailGameTerms)
	require.EqualValues(t, 10_000, r.MainBalance())
	require.False(t, r.MustBuy(token, servertest.GameBody("fire-100", "balance", `"acceptsNoRefund":true`)).Game.Refundable)
}

func TestGames_Refused_ChargesNothing(t *testing.T) {
	r, token := gamesRig(t)
	servertest.RequireRefused(t, r.Buy(token, servertest.GameBody("play-old", "balance")), contract.FailGameUnknown)
	servertest.RequireRefused(t, r.Buy(token, servertest.GameBody("none-such", "balance")), contract.FailGameUnknown)
	for name, wanted := range map[string]map[string]string{
		"no e-mail":        {"denominationId": "play-50", "mobile": "0550000001"},
		"no mobile":        {"denominationId": "play-50", "email": "gamer@selfcare.example"},
		"a wrong e-mail":   {"denominationId": "play-50", "email": "gamer", "mobile": "0550000001"},
		"a mobile abroad":  {"denominationId": "play-50", "email": "gamer@selfcare.example", "mobile": "+201001234567"},
		"a path as its id": {"denominationId": "../play-50", "email": "gamer@selfcare.example", "mobile": "0550000001"},
	} {
		body, err := json.Marshal(map[string]any{"kind": "game", "game": wanted, "pay": map[string]string{"way": "balance"}})
		require.NoError(t, err)
		require.Equal(t, http.StatusUnprocessableEntity, r.Buy(token, string(body)).StatusCode, name)
	}
	require.Equal(t, http.StatusUnprocessableEntity, r.Buy(token, `{"kind":"game","pay":{"way":"balance"}}`).StatusCode)
	r.Exec("UPDATE games SET price = 1001 WHERE id = 'play-50'")
	changed := `{"kind":"game","total":1000,"game":{"denominationId":"play-50","email":"gamer@selfcare.example","mobile":"0550000001"},"pay":{"way":"balance"}}`
	servertest.RequireRefused(t, r.Buy(token, changed), contract.FailPriceChanged)
	require.EqualValues(t, 10_000, r.MainBalance())
}

func TestGames_NoPermission_IsRefused(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	none := r.SubAccount(user, servertest.OtherLine, "prepaid", []string{"special_services"})
	r.CreditBalance(servertest.OtherLine, 10_000)
	r.SellGames()
	token := r.SignIn(servertest.MainLine)
	servertest.RequireRefused(t, r.Buy(token, servertest.GameBody("play-50", "balance"), servertest.OnAccount(none)), contract.FailForbidden)
	for _, path := range []string{"/api/games", "/api/games/purchased"} {
		servertest.RequireRefused(t, r.Call(http.MethodGet, path, "", servertest.Bearer(token), servertest.OnAccount(none)), contract.FailForbidden)
	}
}
