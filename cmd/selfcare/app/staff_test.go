package app_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/cmd/selfcare/app"
	"selfcare/internal/platform/password"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/session"
	"selfcare/internal/store/staff"
	"selfcare/internal/store/user"
)

func TestResetSecondFactor_Reset_IsAudited(t *testing.T) {
	ctx := t.Context()
	cfg, _ := contentConfig(t)
	s := opened(t, cfg)
	member, err := s.Users.Register(ctx, user.User{Email: "desk@selfcare.example", EmailConfirmed: true, PasswordHash: "x", Roles: []string{"support"}}, "")
	require.NoError(t, err)
	_, err = s.Users.Register(ctx, user.User{Email: "stranger@selfcare.example", EmailConfirmed: true, PasswordHash: "x", Roles: []string{"customer"}}, "")
	require.NoError(t, err)
	require.NoError(t, s.SecondFactors.Begin(ctx, member.ID, "SECRET"))

	require.NoError(t, app.ResetSecondFactor(ctx, cfg, silent, "Desk@selfcare.example"))
	_, err = s.SecondFactors.Of(ctx, member.ID)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	entries, err := s.AuditEntries.Find(ctx, audit.Filter{Area: "account", Limit: 50})
	require.NoError(t, err)
	require.Equal(t, "operator second-factor-reset "+member.ID, entries[0].Actor+" "+entries[0].Action+" "+entries[0].Details["id"])

	require.ErrorContains(t, app.ResetSecondFactor(ctx, cfg, silent, "desk@selfcare.example"), "the next sign-in sets one up")
	for _, stranger := range []string{"stranger@selfcare.example", "nobody@selfcare.example"} {
		require.ErrorContains(t, app.ResetSecondFactor(ctx, cfg, silent, stranger), "no member of staff has this e-mail")
	}
}

func newMember(email, role, password string) app.NewMember {
	return app.NewMember{Email: email, Roles: []string{role}, FirstName: "Huda", LastName: "Alotaibi", Password: strings.NewReader(password)}
}

func TestAddStaff_GoodPassword_CanSignIn(t *testing.T) {
	ctx := t.Context()
	cfg, _ := contentConfig(t)
	s := opened(t, cfg)
	require.NoError(t, app.AddStaff(ctx, cfg, silent, newMember("Huda@selfcare.example", "support", "Falcon-Dune-7742\n")))
	users, err := s.Users.ByEmail(ctx, "huda@selfcare.example")
	require.NoError(t, err)
	require.Equal(t, []string{"support"}, users[0].Roles)
	matches, err := password.Verify("Falcon-Dune-7742", users[0].PasswordHash)
	require.NoError(t, err)
	require.True(t, matches)
	log, err := s.AuditEntries.Find(ctx, audit.Filter{Area: "account", Limit: 50})
	require.NoError(t, err)
	require.Equal(t, "staff-added", log[0].Action)
	require.Equal(t, map[string]string{"id": users[0].ID, "role": "support"}, log[0].Details, "an id and no e-mail")

	for name, tt := range map[string]struct {
		member app.NewMember
		want   string
	}{
		"the same e-mail":      {newMember("huda@selfcare.example", "operator", "Falcon-Dune-7742"), "another person has this e-mail already"},
		"a weak password":      {newMember("weak@selfcare.example", "support", "falcon\n"), "Use at least 6 characters"},
		"a short password":     {newMember("short@selfcare.example", "support", "Falcon-Dune-77\n"), "Use at least 15 characters"},
		"no password":          {newMember("none@selfcare.example", "support", ""), "Use at least 6 characters"},
		"no e-mail":            {newMember("huda", "support", "Falcon-Dune-7742"), "huda is not an e-mail"},
		"an e-mail and a name": {newMember("Huda <h@selfcare.example>", "support", "Falcon-Dune-7742"), "is not an e-mail"},
	} {
		t.Run(name, func(t *testing.T) {
			require.ErrorContains(t, app.AddStaff(ctx, cfg, silent, tt.member), tt.want)
		})
	}
}

func TestAddStaff_PastedEmail_IsReadAsTyped(t *testing.T) {
	ctx := t.Context()
	cfg, _ := contentConfig(t)
	s := opened(t, cfg)
	pasted := "\u200fmailto:Huda٧@selfcare.example\u00a0"
	require.NoError(t, app.AddStaff(ctx, cfg, silent, newMember(pasted, "support", "Falcon-Dune-7742")))
	users, err := s.Users.ByEmail(ctx, "huda7@selfcare.example")
	require.NoError(t, err)
	require.Len(t, users, 1)
	require.NoError(t, app.DisableStaff(ctx, cfg, silent, pasted))

	for _, refused := range []string{"huda@selfcare", "huda..a@selfcare.example", ".huda@selfcare.example", "huda@-selfcare.example"} {
		err := app.AddStaff(ctx, cfg, silent, newMember(refused, "support", "Falcon-Dune-7742"))
		require.ErrorContains(t, err, refused+" is not an e-mail")
	}
}

func TestDisableStaff_Member_SignedOut(t *testing.T) {
	ctx := t.Context()
	cfg, _ := contentConfig(t)
	s := opened(t, cfg)
	require.NoError(t, app.AddStaff(ctx, cfg, silent, newMember("huda@selfcare.example", "support", "Falcon-Dune-7742")))
	users, err := s.Users.ByEmail(ctx, "huda@selfcare.example")
	require.NoError(t, err)
	open := func(token string) error {
		until := time.Now().Add(time.Hour)
		require.NoError(t, s.Sessions.Open(ctx, session.Opening{TokenHash: []byte(token), UserID: users[0].ID, Provider: "password", Idle: until, Absolute: until}))
		_, err := s.Sessions.Get(ctx, []byte(token), time.Now())
		return err
	}
	require.NoError(t, open("before"))

	require.NoError(t, app.DisableStaff(ctx, cfg, silent, "huda@selfcare.example"))
	live, err := s.Sessions.Live(ctx, []byte("before"), time.Now())
	require.NoError(t, err)
	require.False(t, live)
	require.ErrorIs(t, open("after a disable"), storeerrors.ErrNotFound)
	_, _, err = s.Sessions.GetWithLines(ctx, []byte("after a disable"), time.Now())
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	users2, err := s.Users.ByEmail(ctx, "huda@selfcare.example")
	require.NoError(t, err)
	require.Empty(t, users2, "no user is left to compare a password with")
	require.ErrorIs(t, app.DisableStaff(ctx, cfg, silent, "huda@selfcare.example"), staff.ErrAsItIs)

	var said strings.Builder
	require.NoError(t, app.ListStaff(ctx, cfg, silent, &said))
	require.Regexp(t, `huda@selfcare.example +support +none yet +20.* +disabled 20`, said.String())
	require.Regexp(t, `operator@selfcare.example +\S.* +set up +- +works`, said.String())

	require.NoError(t, app.EnableStaff(ctx, cfg, silent, "huda@selfcare.example"))
	require.ErrorIs(t, app.EnableStaff(ctx, cfg, silent, "huda@selfcare.example"), staff.ErrAsItIs)
	require.NoError(t, open("again"))
}

func TestDisableStaff_LastOperator_IsRefused(t *testing.T) {
	ctx := t.Context()
	cfg, _ := contentConfig(t)
	all, err := opened(t, cfg).Staff.All(ctx)
	require.NoError(t, err)
	var operators []string
	for _, m := range all {
		if slices.Contains(m.Roles, "operator") {
			operators = append(operators, m.Email)
		}
	}
	require.NotEmpty(t, operators)
	for _, email := range operators[1:] {
		require.NoError(t, app.DisableStaff(ctx, cfg, silent, email))
	}
	require.ErrorIs(t, app.DisableStaff(ctx, cfg, silent, operators[0]), staff.ErrLastOperator)
	require.ErrorIs(t, app.DisableStaff(ctx, cfg, silent, "noura@example.sa"), staff.ErrUnknownMember)
}
