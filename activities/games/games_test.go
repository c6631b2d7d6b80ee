package games_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	gamesacts "selfcare/activities/games"
	"selfcare/dev/testkit/fixture"
	"selfcare/dev/testkit/partners"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/games"
)

var ctx = context.Background()

// otherSide is the activities with the simulated partner.
type otherSide struct {
	*gamesacts.Activities
	partners.Partner
	t *testing.T
}

func newOtherSide(t *testing.T) otherSide {
	t.Helper()
	p := partners.Start(t, "games")
	gateway, err := games.NewHTTP(games.Config{URL: p.URL, APIKey: p.Keys.Games, Timeout: partners.Patience}, nil, p.Log)
	require.NoError(t, err)
	return otherSide{gamesacts.New(gateway), p, t}
}

type order struct{ OrderID, Status, Code, Email, Mobile string }

// there returns the partner's orders, newest first.
func (o otherSide) there() []order {
	o.t.Helper()
	var all struct{ Items []order }
	require.NoError(o.t, json.Unmarshal(o.Control(http.MethodGet, "orders", ""), &all))
	return all.Items
}

var wanted = contract.GameOrder{PurchaseID: "p-1", PartnerCode: "PLAY-50", Email: "gamer@selfcare.example", Mobile: "0550000001"}

func TestBuy_Repeated_OneCode(t *testing.T) {
	o := newOtherSide(t)
	first, err := o.BuyGame(ctx, wanted)
	require.NoError(t, err)
	for range 2 {
		again, err := o.BuyGame(ctx, wanted)
		require.NoError(t, err)
		require.Equal(t, first, again)
	}
	require.Len(t, o.there(), 1, "the partner delivers as often as it is told to")
	require.Equal(t, first.Code, o.there()[0].Code)
}

func TestBuy_TimeoutAfterSale_OneCode(t *testing.T) {
	o := newOtherSide(t)
	o.Script("buy", "timeout-after-commit")
	unknown, err := o.BuyGame(ctx, wanted)
	require.NoError(t, err)
	require.Equal(t, contract.GameSold{Missing: contract.GamePending}, unknown, "the answer never came")
	bought, err := o.FindGame(ctx, wanted)
	require.NoError(t, err)
	require.Equal(t, o.there()[0].Code, bought.Code)
	require.Len(t, o.there(), 1)
}

func TestBuy_OutcomeUnknown_PendingUntilReordered(t *testing.T) {
	o := newOtherSide(t)
	o.Script("buy", "timeout")
	said, err := o.BuyGame(ctx, wanted)
	require.NoError(t, err)
	require.Equal(t, contract.GameSold{Missing: contract.GamePending}, said)
	for range 2 {
		said, err = o.FindGame(ctx, wanted)
		require.NoError(t, err)
		require.Equal(t, contract.GameSold{Missing: contract.GameNoOrder}, said)
	}
	require.Empty(t, o.there())
	bought, err := o.BuyGame(ctx, wanted) // support orders it anew
	require.NoError(t, err)
	require.NotEmpty(t, bought.Code)
	require.Len(t, o.there(), 1)
}

func TestBuy_NotTaken_MayBeSentAgain(t *testing.T) {
	o := newOtherSide(t)
	for _, operation := range []string{"find", "buy"} {
		o.Script(operation, "error")
		said, err := o.BuyGame(ctx, wanted)
		require.NoError(t, err)
		require.Equal(t, contract.GameSold{Missing: contract.GameNotSent}, said, operation)
	}
	require.Empty(t, o.there())
}

func TestBuy_DeliveredTwice_FirstCodeCounts(t *testing.T) {
	o := newOtherSide(t)
	o.Script("buy", "delivers-twice")
	first, err := o.BuyGame(ctx, wanted)
	require.NoError(t, err)
	again, err := o.BuyGame(ctx, wanted)
	require.NoError(t, err)
	require.Equal(t, first, again)
	require.Len(t, o.there(), 2)
	require.Equal(t, o.there()[1].Code, first.Code)
}

func TestBuy_EachRefusal_HasItsCode(t *testing.T) {
	o := newOtherSide(t)
	for outcome, want := range map[string]contract.Code{
		"refused": contract.FailGameRefused, "product-gone": contract.FailGameGone, "insufficient-balance": contract.FailGameFunds,
	} {
		in := wanted
		in.PurchaseID = "p-" + outcome
		o.Script("buy", outcome)
		_, err := o.BuyGame(ctx, in)
		fixture.RequireRefusal(t, err, want)
	}
}

func TestBuy_RefusedBefore_NextTryBuys(t *testing.T) {
	o := newOtherSide(t)
	o.Script("buy", "refused")
	_, err := o.BuyGame(ctx, wanted)
	fixture.RequireRefusal(t, err, contract.FailGameRefused)
	bought, err := o.BuyGame(ctx, wanted)
	require.NoError(t, err)
	again, err := o.BuyGame(ctx, wanted)
	require.NoError(t, err)
	require.Equal(t, bought, again)
	require.Len(t, o.there(), 2)
}

func TestBuy_UnderWay_IsNotBoughtAgain(t *testing.T) {
	o := newOtherSide(t)
	o.Script("buy", "never")
	for range 3 {
		said, err := o.BuyGame(ctx, wanted)
		require.NoError(t, err)
		require.Equal(t, contract.GamePending, said.Missing)
	}
	require.Len(t, o.there(), 1)
}

func TestCancel_NeverDelivered_EndsIt(t *testing.T) {
	o := newOtherSide(t)
	o.Script("buy", "never")
	said, err := o.BuyGame(ctx, wanted)
	require.NoError(t, err)
	require.Equal(t, contract.GamePending, said.Missing)
	for range 2 {
		cancelled, err := o.CancelGame(ctx, wanted)
		require.NoError(t, err)
		require.Nil(t, cancelled.Sold)
	}
	_, err = o.BuyGame(ctx, wanted)
	fixture.RequireRefusal(t, err, contract.FailGameRefused)
	cancelled, err := o.CancelGame(ctx, contract.GameOrder{PurchaseID: "p-2"})
	require.NoError(t, err, "it was never bought")
	require.Nil(t, cancelled.Sold)
}

func TestCancel_Delivered_CodeStays(t *testing.T) {
	o := newOtherSide(t)
	bought, err := o.BuyGame(ctx, wanted)
	require.NoError(t, err)
	cancelled, err := o.CancelGame(ctx, wanted)
	require.NoError(t, err)
	require.Equal(t, &bought, cancelled.Sold)
}
