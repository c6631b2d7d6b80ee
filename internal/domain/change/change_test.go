package change_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/change"
)

var now = time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC)

func TestCheck_RefusesWhatChangesNothingOrIsOver(t *testing.T) {
	for name, tt := range map[string]struct {
		value, before string
		at            time.Time
		want          error
	}{
		"tomorrow":                        {"20", "18", now.Add(24 * time.Hour), nil},
		"now":                             {"20", "18", now, nil},
		"a moment ago, while it was sent": {"20", "18", now.Add(-30 * time.Second), nil},
		"an hour ago":                     {"20", "18", now.Add(-time.Hour), contract.Refuse(contract.FailChangePast)},
		"the same":                        {`{"a": 1, "b": 2}`, `{"b":2,"a":1}`, now, contract.Refuse(contract.FailChangeNothing)},
		"the default again":               {"null", "18", now, nil},
		"the default, which counts":       {"null", "null", now, contract.Refuse(contract.FailChangeNothing)},
	} {
		t.Run(name, func(t *testing.T) {
			c := change.Change{Value: json.RawMessage(tt.value), Before: json.RawMessage(tt.before), EffectiveAt: tt.at}
			require.Equal(t, tt.want, c.Check(now))
		})
	}
}

func TestDecisions_AreOfTheirStateAndOfASecondPerson(t *testing.T) {
	decided, open := contract.Refuse(contract.FailChangeDecided), error(nil)
	for state, may := range map[change.State]struct{ approve, cancel, undo error }{
		change.Pending:   {open, open, contract.Refuse(contract.FailChangeNotInForce)},
		change.Scheduled: {decided, open, contract.Refuse(contract.FailChangeNotInForce)},
		change.InForce:   {decided, decided, open},
		change.Past:      {decided, decided, contract.Refuse(contract.FailChangeNotInForce)},
		change.Cancelled: {decided, decided, contract.Refuse(contract.FailChangeNotInForce)},
	} {
		c := change.Change{ID: "c1", Kind: change.Setting, Key: "minAge", Value: []byte("21"), Before: []byte("18"), ProposedBy: "a", State: state}
		require.Equal(t, may.approve, c.MayApprove("b"), state)
		require.Equal(t, may.cancel, c.MayCancel(), state)
		undo, err := c.Undo("c2", "b", "too high", now)
		require.Equal(t, may.undo, err, state)
		if err == nil {
			require.Equal(t, change.Change{
				ID: "c2", Kind: change.Setting, Key: "minAge", Value: []byte("18"), EffectiveAt: now, Note: "too high", ProposedBy: "b", UndoOf: "c1",
			}, undo)
		}
	}
	require.Equal(t, contract.Refuse(contract.FailChangeSamePerson), change.Change{State: change.Pending, ProposedBy: "a"}.MayApprove("a"))
}

func TestCheckWords_WantsEveryBlankAndNoOther(t *testing.T) {
	ours := change.Words(texts.Built("line-active"))
	with := func(text string) change.Words {
		return change.Words{"en": {Subject: ours["en"].Subject, Text: text}, "ar": ours["ar"]}
	}
	blank := func(code contract.Code, name string) error {
		return contract.RefuseWith(code, map[string]string{"name": name})
	}
	require.NoError(t, change.CheckWords("line-active", ours))
	require.NoError(t, change.CheckWords("line-active", with("{link}: {msisdn} works")))
	require.Equal(t, contract.Refuse(contract.FailChangeKey), change.CheckWords("no-such-message", ours))
	require.Equal(t, contract.Refuse(contract.FailChangeLanguage), change.CheckWords("line-active", change.Words{"en": ours["en"]}))
	require.Equal(t, blank(contract.FailChangeBlankMissing, "link"), change.CheckWords("line-active", with("{msisdn} works")))
	require.Equal(t, blank(contract.FailChangeBlankUnknown, "mobile"), change.CheckWords("line-active", with("{mobile} {msisdn} {link}")))
	require.Equal(t, blank(contract.FailChangeBlankUnknown, "{ }"), change.CheckWords("line-active", with("{ msisdn } {msisdn} {link}")))
}

func TestCheckPromo_WantsOneGiftAndAnEndAfterItsBeginning(t *testing.T) {
	before, after := now.Add(-time.Hour), now.Add(time.Hour)
	for name, tt := range map[string]struct {
		code  string
		terms change.Promo
		want  contract.Code
	}{
		"a percentage":     {"EID27", change.Promo{Percent: 10, StartsAt: now, EndsAt: &after}, ""},
		"an amount":        {"EID27", change.Promo{Amount: 1000, StartsAt: now}, ""},
		"both":             {"EID27", change.Promo{Percent: 10, Amount: 1000, StartsAt: now}, contract.FailChangePromoWay},
		"none":             {"EID27", change.Promo{StartsAt: now}, contract.FailChangePromoWay},
		"an end too early": {"EID27", change.Promo{Percent: 10, StartsAt: now, EndsAt: &before}, contract.FailChangePromoTimes},
		"small letters":    {"eid27", change.Promo{Percent: 10, StartsAt: now}, contract.FailChangeKey},
	} {
		t.Run(name, func(t *testing.T) {
			err := change.CheckPromo(tt.code, tt.terms)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.Equal(t, contract.Refuse(tt.want), err)
		})
	}
}
