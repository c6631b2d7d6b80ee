package proposal_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/proposal"
)

var now = time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC)

func TestValidate_NoChange_IsRefused(t *testing.T) {
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
			c := proposal.Proposal{Value: json.RawMessage(tt.value), Before: json.RawMessage(tt.before), EffectiveAt: tt.at}
			require.Equal(t, tt.want, c.Validate(now))
		})
	}
}

func TestApproval_OwnChange_IsRefused(t *testing.T) {
	decided, open := contract.Refuse(contract.FailChangeDecided), error(nil)
	for state, may := range map[proposal.State]struct{ approve, cancel, undo error }{
		proposal.Pending:   {open, open, contract.Refuse(contract.FailChangeNotInForce)},
		proposal.Scheduled: {decided, open, contract.Refuse(contract.FailChangeNotInForce)},
		proposal.InForce:   {decided, decided, open},
		proposal.Past:      {decided, decided, contract.Refuse(contract.FailChangeNotInForce)},
		proposal.Cancelled: {decided, decided, contract.Refuse(contract.FailChangeNotInForce)},
	} {
		c := proposal.Proposal{ID: "c1", Kind: proposal.Setting, Key: "minAge", Value: []byte("21"), Before: []byte("18"), ProposedBy: "a", State: state}
		require.Equal(t, may.approve, c.ValidateApproval("b"), state)
		require.Equal(t, may.cancel, c.ValidateCancellation(), state)
		undo, err := c.Undo("c2", "b", "too high", now)
		require.Equal(t, may.undo, err, state)
		if err == nil {
			require.Equal(t, proposal.Proposal{
				ID: "c2", Kind: proposal.Setting, Key: "minAge", Value: []byte("18"), EffectiveAt: now, Note: "too high", ProposedBy: "b", UndoOf: "c1",
			}, undo)
		}
	}
	require.Equal(t, contract.Refuse(contract.FailChangeSamePerson), proposal.Proposal{State: proposal.Pending, ProposedBy: "a"}.ValidateApproval("a"))
}

func TestValidateWords_Unknown_Refused(t *testing.T) {
	ours := proposal.Words(texts.Built("line-active"))
	with := func(text string) proposal.Words {
		return proposal.Words{"en": {Subject: ours["en"].Subject, Text: text}, "ar": ours["ar"]}
	}
	blank := func(code contract.Code, name string) error {
		return contract.RefuseWith(code, map[string]string{"name": name})
	}
	require.NoError(t, proposal.ValidateWords("line-active", ours))
	require.NoError(t, proposal.ValidateWords("line-active", with("{link}: {msisdn} works")))
	require.Equal(t, contract.Refuse(contract.FailChangeKey), proposal.ValidateWords("no-such-message", ours))
	require.Equal(t, contract.Refuse(contract.FailChangeLanguage), proposal.ValidateWords("line-active", proposal.Words{"en": ours["en"]}))
	require.Equal(t, blank(contract.FailChangeBlankMissing, "link"), proposal.ValidateWords("line-active", with("{msisdn} works")))
	require.Equal(t, blank(contract.FailChangeBlankUnknown, "mobile"), proposal.ValidateWords("line-active", with("{mobile} {msisdn} {link}")))
	require.Equal(t, blank(contract.FailChangeBlankUnknown, "{ }"), proposal.ValidateWords("line-active", with("{ msisdn } {msisdn} {link}")))
}

// Texts from before the placeholder of the fees of extra SIMs stay valid, so that an operator can restore them.
func TestValidateWords_NoExtraSIMs_Accepted(t *testing.T) {
	for _, template := range []string{"plan-renewed", "plan-renewed-billed", "plan-back"} {
		words := proposal.Words{}
		for language, built := range texts.Built(template) {
			require.Contains(t, built.Text, "{extraSims}")
			words[language] = texts.Words{Subject: built.Subject, Text: strings.ReplaceAll(built.Text, "{extraSims}", "")}
		}
		require.NoError(t, proposal.ValidateWords(template, words), template)
	}
}

func TestValidatePromo_TwoDiscounts_Refused(t *testing.T) {
	before, after := now.Add(-time.Hour), now.Add(time.Hour)
	for name, tt := range map[string]struct {
		code  string
		terms proposal.Promo
		want  contract.Code
	}{
		"a percentage":     {"EID27", proposal.Promo{Percent: 10, StartsAt: now, EndsAt: &after}, ""},
		"an amount":        {"EID27", proposal.Promo{Amount: 1000, StartsAt: now}, ""},
		"both":             {"EID27", proposal.Promo{Percent: 10, Amount: 1000, StartsAt: now}, contract.FailChangePromoWay},
		"none":             {"EID27", proposal.Promo{StartsAt: now}, contract.FailChangePromoWay},
		"an end too early": {"EID27", proposal.Promo{Percent: 10, StartsAt: now, EndsAt: &before}, contract.FailChangePromoTimes},
		"small letters":    {"eid27", proposal.Promo{Percent: 10, StartsAt: now}, contract.FailChangeKey},
	} {
		t.Run(name, func(t *testing.T) {
			err := proposal.ValidatePromo(tt.code, tt.terms)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.Equal(t, contract.Refuse(tt.want), err)
		})
	}
}
