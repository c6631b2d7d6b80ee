package notice_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/notice"
)

func TestChosen_AnyChoice_HasOneAddress(t *testing.T) {
	const mobile, ordered, confirmed = "0551234567", "order@example.com", "mine@example.com"
	both := notice.Ways{Mobile: mobile, Email: ordered}
	tests := map[string]struct {
		given     notice.Ways
		choice    notice.Choice
		confirmed string
		want      notice.Ways
	}{
		"both":                                 {both, notice.Choice{SMS: true, Email: true}, confirmed, notice.Ways{Mobile: mobile, Email: confirmed}},
		"both, none confirmed":                 {both, notice.Choice{SMS: true, Email: true}, "", both},
		"e-mail only":                          {both, notice.Choice{Email: true}, confirmed, notice.Ways{Email: confirmed}},
		"e-mail only, none confirmed":          {both, notice.Choice{Email: true}, "", notice.Ways{Email: ordered}},
		"e-mail only, none known":              {notice.Ways{Mobile: mobile}, notice.Choice{Email: true}, "", notice.Ways{Mobile: mobile}},
		"SMS only":                             {both, notice.Choice{SMS: true}, confirmed, notice.Ways{Mobile: mobile}},
		"SMS only, no mobile known":            {notice.Ways{Email: ordered}, notice.Choice{SMS: true}, "", notice.Ways{Email: ordered}},
		"none":                                 {both, notice.Choice{}, confirmed, notice.Ways{Mobile: mobile}},
		"none, with no mobile to fall back to": {notice.Ways{Email: ordered}, notice.Choice{}, confirmed, notice.Ways{Email: ordered}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, notice.Chosen(tt.given, tt.choice, tt.confirmed)) })
	}
}

func TestPromoted_Declined_IsEmpty(t *testing.T) {
	known := notice.Ways{Mobile: "0551234567", Email: "mine@example.com"}
	for choice, want := range map[notice.Choice]notice.Ways{
		{SMS: true, Email: true}:                   {},
		{Promotions: true}:                         {},
		{Promotions: true, SMS: true}:              {Mobile: known.Mobile},
		{Promotions: true, Email: true}:            {Email: known.Email},
		{Promotions: true, SMS: true, Email: true}: known,
	} {
		require.Equal(t, want, notice.Promoted(known, choice), choice)
	}
	require.True(t, texts.Has("message."+notice.Reward))
}

func TestIsProgress_Code_IsFalse(t *testing.T) {
	for _, template := range []string{
		"code-login", "code-order", "password-changed", "email-changed", "replacement-requested", "sim-taken-over", "new-sim-active",
		"port-soon", "port-rejected", "payment-double", "number-lost", "order-cancelled", "delivery-failed", "hold-expired", "esim-failed", "address-refused",
	} {
		require.True(t, texts.Has("message."+template), template)
		require.False(t, notice.IsProgress(template), template)
	}
	for _, template := range []string{"order-placed", "order-dispatched", "line-active", "port-submitted", "esim-ready"} {
		require.True(t, texts.Has("message."+template), template)
		require.True(t, notice.IsProgress(template), template)
	}
}

func TestMasked_Address_HidesTheMiddle(t *testing.T) {
	for address, want := range map[string]string{
		"0551234567": "055•••4567", "noura@example.com": "n•••@example.com", "n@example.com": "n•••@example.com", "@example.com": "•••", "055": "•••", "": "•••",
	} {
		require.Equal(t, want, notice.Masked(address), address)
	}
}

func TestClassOf_EachTemplate_HasOne(t *testing.T) {
	for template, want := range map[string]string{
		"code-login": notice.Security, "code-add_account": notice.Security, "password-changed": notice.Security, "sim-taken-over": notice.Security,
		"port-out-asked": notice.Security, "order-placed": notice.Transactional, "bill-due": notice.Transactional, notice.Reversal: notice.Transactional,
		notice.Reward: notice.Promotional,
	} {
		require.True(t, texts.Has("message."+template), template)
		require.Equal(t, want, notice.ClassOf(template), template)
	}
}

func TestRest_UsedWays_LeavesTheOthers(t *testing.T) {
	both := notice.Ways{Mobile: "0551234567", Email: "n@example.com"}
	require.Equal(t, notice.Ways{Email: both.Email}, notice.Rest(both, notice.Ways{Mobile: both.Mobile}))
	require.Equal(t, notice.Ways{Mobile: both.Mobile}, notice.Rest(both, notice.Ways{Email: "confirmed@example.com"}))
	require.Equal(t, notice.Ways{}, notice.Rest(both, both))
	require.Equal(t, both, notice.Rest(both, notice.Ways{}))
}
