package autorecharge_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	cardstore "selfcare/internal/store/card"
)

const autoRechargePath = "/api/users/current/auto-recharge"

// weeklyBy is an auto-recharge of fifty riyals each Sunday.
func weeklyBy(cardID string) string {
	return fmt.Sprintf(`{"frequency":"weekly","weekday":0,"amount":5000,"cardId":%q}`, cardID)
}

func TestAutoRecharge_Second_NeedsDeletion(t *testing.T) {
	r := servertest.New(t)
	her := r.Customer(servertest.MainLine, "prepaid")
	card := r.SaveCard(her.ID, "0015", 2090)
	token := servertest.Bearer(r.SignIn(servertest.MainLine))
	set := func() servertest.Answer {
		return r.Call(http.MethodPost, autoRechargePath, weeklyBy(card.ID), token, servertest.FreshKey())
	}
	end := func() servertest.Answer {
		return r.Call(http.MethodDelete, autoRechargePath, "", token, servertest.FreshKey())
	}

	got := set()
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	shown := r.Call(http.MethodGet, autoRechargePath, "", token)
	require.Contains(t, string(shown.Body), `"state":"active"`)
	require.Contains(t, string(shown.Body), `"total":5750`)
	require.Contains(t, string(shown.Body), `"nextRun"`)

	again := set()
	require.Equal(t, http.StatusConflict, again.StatusCode)
	require.Contains(t, string(again.Body), string(contract.FailAutoRechargeExists))
	require.Equal(t, http.StatusNoContent, end().StatusCode)
	require.Equal(t, http.StatusNotFound, end().StatusCode)
	require.Equal(t, http.StatusCreated, set().StatusCode)
}

func TestAutoRecharge_UnfitInput_IsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		kind, body string
		want       contract.Code
	}{
		"a line that is billed": {"postpaid", weeklyBy("GOOD"), contract.FailAutoRechargePostpaid},
		"a weekly one without its day": {
			"prepaid", `{"frequency":"weekly","amount":5000,"cardId":"GOOD"}`, contract.FailAutoRechargeDay,
		},
		"a monthly one with a weekday": {
			"prepaid", `{"frequency":"monthly","weekday":1,"amount":5000,"cardId":"GOOD"}`, contract.FailAutoRechargeDay,
		},
		"an amount below the limit": {
			"prepaid", `{"frequency":"monthly","day":1,"amount":100,"cardId":"GOOD"}`, contract.FailRechargeAmount,
		},
		"a changed price": {
			"prepaid", `{"frequency":"monthly","day":1,"amount":5000,"total":5000,"cardId":"GOOD"}`, contract.FailPriceChanged,
		},
		"a card that has expired": {"prepaid", weeklyBy("OLD"), contract.FailCardExpired},
		"a card of another user":  {"prepaid", weeklyBy(uuid.NewString()), contract.FailCardUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			r := servertest.New(t)
			her := r.Customer(servertest.MainLine, c.kind)
			good, old := r.SaveCard(her.ID, "0015", 2090), r.SaveCard(her.ID, "0551", 2020)
			body := strings.NewReplacer("GOOD", good.ID, "OLD", old.ID).Replace(c.body)
			got := r.Call(http.MethodPost, autoRechargePath, body, servertest.Bearer(r.SignIn(servertest.MainLine)), servertest.FreshKey())
			require.Contains(t, string(got.Body), string(c.want))
		})
	}
}

func TestAutoRecharge_NewCard_Resumes(t *testing.T) {
	r := servertest.New(t)
	her := r.Customer(servertest.MainLine, "prepaid")
	card, other := r.SaveCard(her.ID, "0015", 2090), r.SaveCard(her.ID, "0551", 2091)
	token := servertest.Bearer(r.SignIn(servertest.MainLine))
	resume := func() servertest.Answer {
		return r.Call(http.MethodPost, autoRechargePath+"/resume", fmt.Sprintf(`{"cardId":%q}`, other.ID), token, servertest.FreshKey())
	}
	require.Contains(t, string(resume().Body), string(contract.FailAutoRechargeUnknown))
	require.Equal(t, http.StatusCreated, r.Call(http.MethodPost, autoRechargePath, weeklyBy(card.ID), token, servertest.FreshKey()).StatusCode)
	require.Contains(t, string(resume().Body), string(contract.FailAutoRechargeNotPaused))

	rule, known, err := r.Store.AutoRecharges.OfLine(t.Context(), r.LineID(servertest.MainLine))
	require.NoError(t, err)
	require.True(t, known)
	require.NoError(t, r.Store.AutoRecharges.Pause(t.Context(), rule.ID, contract.FailAutoRechargeCardFailed))
	shown := r.Call(http.MethodGet, autoRechargePath, "", token)
	require.Contains(t, string(shown.Body), string(contract.FailAutoRechargeCardFailed))
	got := resume()
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Contains(t, string(got.Body), other.ID)
}

func TestAutoRecharge_CardExpires_IsRefused(t *testing.T) {
	r := servertest.New(t)
	her := r.Customer(servertest.MainLine, "prepaid")
	hour := map[string]json.RawMessage{"autoRechargeHour": json.RawMessage("0")} // the first of a month is due when the month before ends
	require.NoError(t, r.Store.Settings.Change(t.Context(), hour))
	year, month, _ := time.Now().In(calendar.Riyadh).Date()
	card, err := r.Store.Cards.Add(t.Context(), her.ID, cardstore.Card{
		Token: "card_1", Fingerprint: "fp_1", Brand: cardstore.BrandMada, Last4: "0015", ExpiryMonth: int(month), ExpiryYear: year,
	})
	require.NoError(t, err)
	body := fmt.Sprintf(`{"frequency":"monthly","day":1,"amount":5000,"cardId":%q}`, card.ID)
	got := r.Call(http.MethodPost, autoRechargePath, body, servertest.Bearer(r.SignIn(servertest.MainLine)), servertest.FreshKey())
	require.Contains(t, *servertest.RequireRefused(t, got, contract.FailAutoRechargeCardExpires).Fields, "cardId")
}
