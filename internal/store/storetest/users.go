package storetest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/store"
	linestore "selfcare/internal/store/line"
	userstore "selfcare/internal/store/user"
)

// OwnerOf registers a user with a main line under an ID number.
func OwnerOf(t testing.TB, s *store.Store, msisdn, idNumber string) userstore.User {
	t.Helper()
	line, err := s.Lines.Add(t.Context(), linestore.Line{
		MSISDN: msisdn, Kind: linestore.Voice, Type: "prepaid", Person: contract.Person{IDNumber: idNumber},
	}, time.Now())
	require.NoError(t, err)
	user, err := s.Users.Register(t.Context(), userstore.User{Mobile: msisdn, PasswordHash: "hash"}, line)
	require.NoError(t, err)
	return user
}

// OrderOf opens an order of a user, or of a guest, under an ID number.
func OrderOf(t *testing.T, s *store.Store, user, idNumber string, at time.Time) string {
	t.Helper()
	o := FullOrder()
	o.CreatedAt, o.Person.IDNumber = at, idNumber
	require.NoError(t, s.Orders.Open(t.Context(), o, []byte("session"), user))
	o.Seq++
	require.NoError(t, s.Orders.Save(t.Context(), o))
	return o.ID
}

const (
	HerID = "1077000014"
	HisID = "1077000022"
)
