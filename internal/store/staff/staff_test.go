package staff_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/store"
	"selfcare/internal/store/session"
	"selfcare/internal/store/staff"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/user"
)

var ctx = context.Background()

// joined registers a member of staff.
func joined(t *testing.T, s *store.Store, email string, roles ...string) staff.Member {
	t.Helper()
	_, err := s.Users.Register(ctx, user.User{Email: email, EmailConfirmed: true, PasswordHash: "hash", Roles: roles}, "")
	require.NoError(t, err)
	m, err := s.Staff.Find(ctx, email)
	require.NoError(t, err)
	return m
}

func disables(s *store.Store, m staff.Member) error {
	return s.InTx(ctx, func(q *store.Tx) error { return q.Staff.Disable(ctx, m) })
}

// Operators who disable each other at the same moment leave one.
func TestDisable_Concurrent_OneOperatorStays(t *testing.T) {
	_, s := storetest.Database(t)
	operators := []staff.Member{joined(t, s, "a@selfcare.example", "operator"), joined(t, s, "b@selfcare.example", "support", "operator")}
	joined(t, s, "c@selfcare.example", "support")
	errs := make(chan error, len(operators))
	for _, m := range operators {
		go func() { errs <- disables(s, m) }()
	}
	require.ElementsMatch(t, []error{nil, staff.ErrLastOperator}, []error{<-errs, <-errs})
	all, err := s.Staff.All(ctx)
	require.NoError(t, err)
	disabled := 0
	for _, m := range all {
		if !m.DisabledAt.IsZero() {
			disabled++
		}
	}
	require.Equal(t, []int{3, 1}, []int{len(all), disabled})
}

func TestDisable_Member_EndsSessionsOnce(t *testing.T) {
	_, s := storetest.Database(t)
	joined(t, s, "a@selfcare.example", "operator")
	m := joined(t, s, "b@selfcare.example", "support")
	now := time.Now()
	require.NoError(t, s.Sessions.Open(ctx, session.Opening{TokenHash: []byte("token"), UserID: m.ID, Idle: now.Add(time.Hour), Absolute: now.Add(time.Hour)}))
	require.ErrorIs(t, s.Staff.Enable(ctx, m), staff.ErrAsItIs)
	require.NoError(t, disables(s, m))
	require.ErrorIs(t, disables(s, m), staff.ErrAsItIs)
	require.NoError(t, s.Staff.Enable(ctx, m))
	live, err := s.Sessions.Live(ctx, []byte("token"), now)
	require.NoError(t, err)
	require.False(t, live, "a session does not come back")
}

func TestFind_Customer_IsNoMember(t *testing.T) {
	db, s := storetest.Database(t)
	joined(t, s, "a@selfcare.example", "operator")
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	storetest.Exec(t, db, "UPDATE users SET email = 'noura@example.sa', email_confirmed_at = now(), roles = '{customer}' WHERE id = ?", her.ID)
	_, err := s.Users.Register(ctx, user.User{Email: "unproven@selfcare.example", PasswordHash: "hash", Roles: []string{"operator"}}, "")
	require.NoError(t, err)
	for _, email := range []string{"noura@example.sa", "unproven@selfcare.example", "none@selfcare.example"} {
		_, err := s.Staff.Find(ctx, email)
		require.ErrorIs(t, err, staff.ErrUnknownMember, email)
	}
	all, err := s.Staff.All(ctx)
	require.NoError(t, err)
	var emails []string
	for _, m := range all {
		emails = append(emails, m.Email)
	}
	require.Equal(t, []string{"a@selfcare.example", "unproven@selfcare.example"}, emails)
}

func TestStaff_ManyCustomers_UsesAnIndex(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.Fill(t, db, "INSERT INTO users (mobile, password_hash) SELECT '057' || lpad(n::text, 7, '0'), 'x' FROM generate_series(1, 5000) AS n")
	joined(t, s, "a@selfcare.example", "operator")
	m := joined(t, s, "b@selfcare.example", "operator")
	storetest.RequireIndexed(t, db, map[string]func() error{
		"all": func() error { return storetest.TakeError(s.Staff.All(ctx)) },
		"disable and enable": func() error {
			if err := disables(s, m); err != nil {
				return err
			}
			return s.Staff.Enable(ctx, m)
		},
	})
}
