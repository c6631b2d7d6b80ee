package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

// sellsGames puts a brand that is refundable on sale, and one that is not.
func (r *rig) sellsGames() {
	r.t.Helper()
	r.exec("INSERT INTO game_brands VALUES ('play', 'Play', 'بلاي', 'Type it', 'اكتبه', true, 0), ('fire', 'Fire', 'فاير', 'Type it', 'اكتبه', false, 1) ON CONFLICT DO NOTHING")
	r.exec(`INSERT INTO games VALUES ('play-50', 'play', '10 SAR', '10 ريال', 'PLAY-10', 1000, 900, true, 0), ('play-old', 'play', 'Old', 'قديم', 'PLAY-OLD', 1000, 900, false, 1),
		('fire-100', 'fire', '100 diamonds', '100 جوهرة', 'FIRE-100', 500, 450, true, 0) ON CONFLICT DO NOTHING`)
}

// gameBody buys one for somebody's e-mail and mobile.
func gameBody(denomination, way string, more ...string) string {
	wanted := fmt.Sprintf(`"denominationId":%q,"email":"gamer@selfcare.example","mobile":"0550000001"`, denomination)
	for _, each := range more {
		wanted += "," + each
	}
	pay := `{"way":"balance"}`
	if way == "card" {
		pay = `{"way":"card","cardToken":"tok_0123456789abcdef"}`
	}
	return `{"kind":"game","game":{` + wanted + `},"pay":` + pay + `}`
}

func gamesRig(t *testing.T) (*rig, string) {
	t.Helper()
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.holds(mainLine, 10_000)
	r.sellsGames()
	return r, r.signIn(mainLine)
}

func TestGames_AreListedByBrandWithBothPrices(t *testing.T) {
	r, token := gamesRig(t)
	all := decoded[struct{ Data []gen.Game }](t, r.call(http.MethodGet, "/api/games", "", bearer(token))).Data
	require.Len(t, all, 2)
	require.Equal(t, []any{"play", "Play", true}, []any{all[0].Id, all[0].Name, all[0].Refundable})
	require.Len(t, all[0].Denominations, 1, "what is off sale is not shown")
	require.Equal(t, []int64{1_000, 1_150}, []int64{all[0].Denominations[0].Price, all[0].Denominations[0].Total})
	require.False(t, all[1].Refundable, "that is known before paying")
}

func TestGames_ACodeIsBoughtAndShownMaskedEverywhere(t *testing.T) {
	r, token := gamesRig(t)
	bought := r.buys(token, gameBody("play-50", "balance"))
	require.Equal(t, gen.PurchaseStatusCompleted, bought.Status)
	require.EqualValues(t, 9_000, r.left())
	require.Equal(t, gen.GameBought{
		Brand: "play", Name: "Play 10 SAR", Email: "g•••@selfcare.example", Mobile: "055•••0001", Code: new("••••9876"), Refundable: true,
	}, *bought.Game)
	byCard := r.buys(token, gameBody("play-50", "card"))
	require.EqualValues(t, 1_150, byCard.Total)
	for _, path := range []string{"/api/games/purchased", "/api/purchases/" + bought.Id} {
		got := r.call(http.MethodGet, path, "", bearer(token))
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		for _, secret := range []string{"WXYZ", "gamer@", "0550000001"} {
			require.NotContains(t, string(got.body), secret)
		}
	}
	page := decoded[struct{ Data gen.GamePurchasePage }](t, r.call(http.MethodGet, "/api/games/purchased", "", bearer(token))).Data
	require.Equal(t, 2, page.Total)
	require.Empty(t, decoded[struct{ Data gen.GamePurchasePage }](t, r.call(http.MethodGet, "/api/games/purchased?page=10000", "", bearer(token))).Data.Items)
}

func TestGames_OfABrandThatIsNotRefundableThatIsAcceptedFirst(t *testing.T) {
	r, token := gamesRig(t)
	requireRefused(t, r.buy(token, gameBody("fire-100", "balance")), contract.FailGameTerms)
	requireRefused(t, r.buy(token, gameBody("fire-100", "balance", `"acceptsNoRefund":false`)), contract.FailGameTerms)
	require.EqualValues(t, 10_000, r.left())
	require.False(t, r.buys(token, gameBody("fire-100", "balance", `"acceptsNoRefund":true`)).Game.Refundable)
}

func TestGames_WhatIsRefusedTakesNothing(t *testing.T) {
	r, token := gamesRig(t)
	requireRefused(t, r.buy(token, gameBody("play-old", "balance")), contract.FailGameUnknown)
	requireRefused(t, r.buy(token, gameBody("none-such", "balance")), contract.FailGameUnknown)
	for name, wanted := range map[string]map[string]string{
		"no e-mail":        {"denominationId": "play-50", "mobile": "0550000001"},
		"no mobile":        {"denominationId": "play-50", "email": "gamer@selfcare.example"},
		"a wrong e-mail":   {"denominationId": "play-50", "email": "gamer", "mobile": "0550000001"},
		"a mobile abroad":  {"denominationId": "play-50", "email": "gamer@selfcare.example", "mobile": "+201001234567"},
		"a path as its id": {"denominationId": "../play-50", "email": "gamer@selfcare.example", "mobile": "0550000001"},
	} {
		body, err := json.Marshal(map[string]any{"kind": "game", "game": wanted, "pay": map[string]string{"way": "balance"}})
		require.NoError(t, err)
		require.Equal(t, http.StatusUnprocessableEntity, r.buy(token, string(body)).StatusCode, name)
	}
	require.Equal(t, http.StatusUnprocessableEntity, r.buy(token, `{"kind":"game","pay":{"way":"balance"}}`).StatusCode)
	r.exec("UPDATE games SET price = 1001 WHERE id = 'play-50'")
	changed := `{"kind":"game","total":1000,"game":{"denominationId":"play-50","email":"gamer@selfcare.example","mobile":"0550000001"},"pay":{"way":"balance"}}`
	requireRefused(t, r.buy(token, changed), contract.FailPriceChanged)
	require.EqualValues(t, 10_000, r.left())
}

func TestGames_NeedTheKeyOfEntertainment(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	none := r.subAccount(user, otherLine, "prepaid", []string{"special_services"})
	r.holds(otherLine, 10_000)
	r.sellsGames()
	token := r.signIn(mainLine)
	requireRefused(t, r.buy(token, gameBody("play-50", "balance"), onAccount(none)), contract.FailForbidden)
	for _, path := range []string{"/api/games", "/api/games/purchased"} {
		requireRefused(t, r.call(http.MethodGet, path, "", bearer(token), onAccount(none)), contract.FailForbidden)
	}
}
