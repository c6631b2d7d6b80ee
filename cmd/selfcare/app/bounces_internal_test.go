package app

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/config"
)

func TestBounces_Examined_SaysWhoTakesThem(t *testing.T) {
	cfg := config.Config{Email: config.Email{Provider: config.EmailBySMTP}, SMTP: config.SMTP{From: "Selfcare <no-reply@selfcare.example>", BouncesListen: ":8025"}}
	said, err := lookAtBounces(cfg)
	require.NoError(t, err)
	require.Equal(t, ":8025 takes the letters to no-reply@selfcare.example", said)

	cfg.SMTP.Bounces = "bounces@selfcare.example"
	said, err = lookAtBounces(cfg)
	require.NoError(t, err)
	require.Contains(t, said, "bounces@selfcare.example")

	cfg.SMTP.BouncesListen = ""
	_, err = lookAtBounces(cfg)
	require.ErrorAs(t, err, &warningError{})
	require.ErrorContains(t, err, "SMTP_BOUNCES_LISTEN is not set")

	cfg.Email.Provider = "generic"
	said, err = lookAtBounces(cfg)
	require.NoError(t, err)
	require.Contains(t, said, "generic")
}

func TestDoors_Bounces_NeedSMTP(t *testing.T) {
	for provider, want := range map[string]int{config.EmailBySMTP: 2, "generic": 1} {
		p := &parts{cfg: config.Config{HTTPAddr: ":1", Email: config.Email{Provider: provider}, SMTP: config.SMTP{BouncesListen: ":2"}}}
		doors, err := p.doors(Roles{API: true})
		require.NoError(t, err)
		require.Len(t, doors, want, provider)
	}
}
