package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/store"
)

const autoRechargePath = "/api/users/current/auto-recharge"

// weeklyBy is an auto-recharge of fifty riyals each Sunday.
func weeklyBy(cardID string) string {
	return fmt.Sprintf(`{"frequency":"weekly","weekday":0,"amount":5000,"cardId":%q}`, cardID)
}

func TestAutoRecharge_TheCurrentOneIsDeletedBeforeAnother(t *testing.T) {
	r := newRig(t)
	her := r.customer(mainLine, "prepaid")
	card := r.keeps(her.ID, "0015", 2090)
	token := bearer(r.signIn(mainLine))
	set := func() answer { return r.call(http.MethodPost, autoRechargePath, weeklyBy(card.ID), token, freshKey()) }
	end := func() answer { return r.call(http.MethodDelete, autoRechargePath, "", token, freshKey()) }

	got := set()
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	shown := r.call(http.MethodGet, autoRechargePath, "", token)
	require.Contains(t, string(shown.body), `"state":"active"`)
	require.Contains(t, string(shown.body), `"total":5750`)
	require.Contains(t, string(shown.body), `"nextRun"`)

	again := set()
	require.Equal(t, http.StatusConflict, again.StatusCode)
	require.Contains(t, string(again.body), string(contract.FailAutoRechargeExists))
	require.Equal(t, http.StatusNoContent, end().StatusCode)
	require.Equal(t, http.StatusNotFound, end().StatusCode)
	require.Equal(t, http.StatusCreated, set().StatusCode)
}

func TestAutoRecharge_WhatCannotBeRechargedByItselfIsRefused(t *testing.T) {
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
		"another price than was seen": {
			"prepaid", `{"frequency":"monthly","day":1,"amount":5000,"total":5000,"cardId":"GOOD"}`, contract.FailPriceChanged,
		},
		"a card that has expired":   {"prepaid", weeklyBy("OLD"), contract.FailCardExpired},
		"a card of somebody else's": {"prepaid", weeklyBy(uuid.NewString()), contract.FailCardUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			her := r.customer(mainLine, c.kind)
			good, old := r.keeps(her.ID, "0015", 2090), r.keeps(her.ID, "0551", 2020)
			body := strings.NewReplacer("GOOD", good.ID, "OLD", old.ID).Replace(c.body)
			got := r.call(http.MethodPost, autoRechargePath, body, bearer(r.signIn(mainLine)), freshKey())
			require.Contains(t, string(got.body), string(c.want))
		})
	}
}

func TestAutoRecharge_OnlyAPausedOneGoesOnWithAnotherCard(t *testing.T) {
	r := newRig(t)
	her := r.customer(mainLine, "prepaid")
	card, other := r.keeps(her.ID, "0015", 2090), r.keeps(her.ID, "0551", 2091)
	token := bearer(r.signIn(mainLine))
	resume := func() answer {
		return r.call(http.MethodPost, autoRechargePath+"/resume", fmt.Sprintf(`{"cardId":%q}`, other.ID), token, freshKey())
	}
	require.Contains(t, string(resume().body), string(contract.FailAutoRechargeUnknown))
	require.Equal(t, http.StatusCreated, r.call(http.MethodPost, autoRechargePath, weeklyBy(card.ID), token, freshKey()).StatusCode)
	require.Contains(t, string(resume().body), string(contract.FailAutoRechargeNotPaused))

	rule, known, err := r.store.AutoRecharges.OfLine(t.Context(), r.lineID(mainLine))
	require.NoError(t, err)
	require.True(t, known)
	require.NoError(t, r.store.AutoRecharges.Pause(t.Context(), rule.ID, contract.FailAutoRechargeCardFailed))
	shown := r.call(http.MethodGet, autoRechargePath, "", token)
	require.Contains(t, string(shown.body), string(contract.FailAutoRechargeCardFailed))
	got := resume()
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Contains(t, string(got.body), other.ID)
}

func TestAutoRecharge_ACardThatExpiresBeforeItIsDueIsRefusedAtItsField(t *testing.T) {
	r := newRig(t)
	her := r.customer(mainLine, "prepaid")
	hour := map[string]json.RawMessage{"autoRechargeHour": json.RawMessage("0")} // the first of a month is due when the month before ends
	require.NoError(t, r.store.Settings.Change(t.Context(), hour))
	year, month, _ := time.Now().In(calendar.Riyadh).Date()
	card, err := r.store.Cards.Add(t.Context(), her.ID, store.Card{
		Token: "card_1", Fingerprint: "fp_1", Brand: store.BrandMada, Last4: "0015", ExpiryMonth: int(month), ExpiryYear: year,
	})
	require.NoError(t, err)
	body := fmt.Sprintf(`{"frequency":"monthly","day":1,"amount":5000,"cardId":%q}`, card.ID)
	got := r.call(http.MethodPost, autoRechargePath, body, bearer(r.signIn(mainLine)), freshKey())
	require.Contains(t, *requireRefused(t, got, contract.FailAutoRechargeCardExpires).Fields, "cardId")
}
