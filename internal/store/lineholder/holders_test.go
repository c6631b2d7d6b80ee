package lineholder_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/lineholder"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/subaccount"
)

var ctx = context.Background()

const number, data = "0570000001", "830000000001"

// added puts a line of an owner of its own in service, with a contact.
func added(t *testing.T, s *store.Store, msisdn, kind string, contact contract.Contact) (id string) {
	t.Helper()
	id, err := s.Lines.Add(ctx, linestore.Line{
		MSISDN: msisdn, Kind: kind, Type: "prepaid", Person: contract.Person{IDNumber: storetest.NewID()}, Contact: contact,
	}, storetest.Today)
	require.NoError(t, err)
	return id
}

// reached writes each address as text.
func reached(all []contract.MessageAddress) (texts []string) {
	for _, a := range all {
		texts = append(texts, a.Mobile+a.Email)
	}
	return texts
}

func TestOf_SharedAddress_IsReachedOnce(t *testing.T) {
	db, s := storetest.Database(t)
	line := added(t, s, number, linestore.Voice, contract.Contact{Mobile: number, Email: "noura@example.sa"})
	for msisdn, email := range map[string]string{"0570000002": "noura@example.sa", "0570000003": "son@example.sa"} {
		user := storetest.OwnerOf(t, s, msisdn, storetest.HisID)
		_, err := s.Subscriptions.Subscribe(ctx, user.ID, subaccount.Subscription{LineID: line})
		require.NoError(t, err)
		storetest.Exec(t, db, "UPDATE users SET email = ? WHERE id = ?", email, user.ID)
		if msisdn == "0570000003" {
			storetest.Exec(t, db, "UPDATE users SET email_confirmed_at = now() WHERE id = ?", user.ID)
		}
	}
	found, err := lineholder.Of(ctx, s.Tx, line)
	require.NoError(t, err)
	require.Equal(t, []string{number, "noura@example.sa", "son@example.sa"}, reached(found))
}

func TestOf_DataLine_HasNoMobile(t *testing.T) {
	_, s := storetest.Database(t)
	line := added(t, s, data, linestore.Data, contract.Contact{Email: "noura@example.sa"})
	found, err := lineholder.Of(ctx, s.Tx, line)
	require.NoError(t, err)
	require.Equal(t, []string{"noura@example.sa"}, reached(found))
}

func TestOfLines_SeveralLines_LikeOf(t *testing.T) {
	db, s := storetest.Database(t)
	voice := added(t, s, number, linestore.Voice, contract.Contact{Mobile: "0551112233", Email: "noura@example.sa"})
	plain := added(t, s, data, linestore.Data, contract.Contact{Email: "data@example.sa"})
	ended := added(t, s, "0570000002", linestore.Voice, contract.Contact{})
	user := storetest.OwnerOf(t, s, "0570000003", storetest.HisID)
	_, err := s.Subscriptions.Subscribe(ctx, user.ID, subaccount.Subscription{LineID: voice})
	require.NoError(t, err)
	storetest.Exec(t, db, "UPDATE users SET email = 'son@example.sa', email_confirmed_at = now() WHERE id = ?", user.ID)
	storetest.Exec(t, db, "INSERT INTO line_settings (line_id, kind, item, value, changed_at) VALUES (?, 'language', '', 'en', now())", voice)
	require.NoError(t, s.Endings.EndLine(ctx, ended, storetest.Today))
	all, err := lineholder.OfLines(ctx, s.Tx, []string{voice, plain, ended})
	require.NoError(t, err)
	require.Len(t, all, 2, "the ended line is left out")
	for _, id := range []string{voice, plain} {
		alone, err := lineholder.Notices(ctx, s.Tx, id, contract.Notice{Key: "k", Language: "ar"})
		require.NoError(t, err)
		require.Equal(t, alone, all[id].Notices(contract.Notice{Key: "k", Language: "ar"}))
	}
	require.Equal(t, []string{"0551112233", number, "noura@example.sa", "son@example.sa"}, reached(all[voice].Reach))
	none, err := lineholder.OfLines(ctx, s.Tx, nil)
	require.NoError(t, err)
	require.Empty(t, none)
}

func TestFormerNotices_OwnNumber_IsLeftOut(t *testing.T) {
	_, s := storetest.Database(t)
	line := added(t, s, number, linestore.Voice, contract.Contact{Mobile: number, Email: "noura@example.sa"})
	other := added(t, s, "0570000002", linestore.Voice, contract.Contact{Mobile: "0551112233", Email: "noura@example.sa"})
	notice := contract.Notice{Key: "late-bill", Template: "bill-issued", Language: "en"}
	_, err := lineholder.FormerNotices(ctx, s.Tx, line, notice)
	require.ErrorIs(t, err, storeerrors.ErrNotFound, "it is in service")
	for id, want := range map[string][]string{line: {"noura@example.sa"}, other: {"0551112233", "noura@example.sa"}} {
		require.NoError(t, s.Endings.EndLine(ctx, id, storetest.Today))
		_, err := lineholder.Notices(ctx, s.Tx, id, notice)
		require.ErrorIs(t, err, storeerrors.ErrNotFound, "it has ended")
		notices, err := lineholder.FormerNotices(ctx, s.Tx, id, notice)
		require.NoError(t, err)
		var texts, keys []string
		for _, n := range notices {
			texts, keys = append(texts, n.Mobile+n.Email), append(keys, n.Key)
		}
		require.Equal(t, want, texts)
		require.Equal(t, []string{"late-bill-0", "late-bill-1"}[:len(keys)], keys, "each way has a key of its own")
	}
}
