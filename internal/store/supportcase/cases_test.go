package supportcase_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/testkit"
	domain "selfcare/internal/domain/supportcase"
	"selfcare/internal/store"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/supportcase"
	"selfcare/internal/store/user"
)

var (
	ctx = context.Background()
	at  = storetest.Today
)

// member registers a member of staff.
func member(t *testing.T, s *store.Store, name string) (id string) {
	t.Helper()
	m, err := s.Users.Register(ctx, user.User{Email: name + "@selfcare.example", EmailConfirmed: true, PasswordHash: "hash", Roles: []string{"support"}}, "")
	require.NoError(t, err)
	return m.ID
}

// hold adds held purchases of the first lines, two at each moment, and returns their ids in the order of a list.
func hold(t *testing.T, db *bun.DB, number int) (ids []string) {
	t.Helper()
	storetest.FillLines(t, db, 1, number)
	var rows []string
	for n := range number {
		rows = append(rows, fmt.Sprintf(`('%[1]s', 'PU%08[2]d', 'recharge', 'held', '%[1]s', '%[1]s', '%[1]s', 100, 1,
			'{"held": {"failureCode": "network_refused", "work": "deliver", "from": "delivering", "since": "%[3]s"}}', now())`,
			storetest.NthLine(n+1), n, at.Add(time.Duration(n/2)*time.Minute).Format(time.RFC3339)))
		ids = append(ids, storetest.NthLine(n+1))
	}
	storetest.Fill(t, db, "INSERT INTO purchases (id, number, kind, stage, user_id, payer_line, line_id, total, seq, state, created_at) VALUES "+
		strings.Join(rows, ", "))
	return ids
}

func TestTake_Concurrent_OneHolder(t *testing.T) {
	_, s := storetest.Database(t)
	var members [8]string
	for n := range members {
		members[n] = member(t, s, fmt.Sprint("member", n))
	}
	taking := supportcase.Taking{Kind: domain.Order, ID: storetest.NewID(), Note: "calls the customer", At: at, Until: at.Add(time.Hour)}
	by := func(m string, change func(*supportcase.Taking)) supportcase.Taking {
		mine := taking
		mine.By = m
		if change != nil {
			change(&mine)
		}
		return mine
	}
	takes := func(t supportcase.Taking) error {
		_, taken, err := s.Cases.Take(ctx, t)
		return storetest.Win(taken, err)
	}
	holder := members[storetest.RequireOneWins(t, storetest.ErrLost, func(caller int) error { return takes(by(members[caller], nil)) })]
	others := slices.DeleteFunc(slices.Clone(members[:]), func(m string) bool { return m == holder })
	claim := func(now time.Time) *domain.Claim {
		found, err := s.Cases.ClaimOf(ctx, taking.Kind, taking.ID, now)
		require.NoError(t, err)
		return found
	}
	require.NoError(t, takes(by(holder, func(t *supportcase.Taking) { t.At, t.Until, t.Note = at.Add(time.Minute), at.Add(2*time.Hour), "waits" })))
	renewed := claim(at)
	require.Equal(t, []any{holder, "waits", at, at.Add(2 * time.Hour)}, []any{renewed.By, renewed.Note, renewed.Since, renewed.Expires}, "it keeps its beginning")
	require.NoError(t, s.Cases.Release(ctx, taking.Kind, taking.ID, others[0]))
	require.Equal(t, holder, claim(at).By, "only its holder releases it")

	require.NoError(t, takes(by(others[0], func(t *supportcase.Taking) { t.TakeOver = true })))
	require.ErrorIs(t, takes(by(holder, nil)), storetest.ErrLost)
	late := at.Add(3 * time.Hour)
	require.Nil(t, claim(late))
	require.NoError(t, takes(by(others[1], func(t *supportcase.Taking) { t.At, t.Until = late, late.Add(time.Hour) })), "the claim has expired")
	require.Equal(t, late, claim(late).Since)
	require.NoError(t, s.Cases.Release(ctx, taking.Kind, taking.ID, others[1]))
	require.Nil(t, claim(late))
}

func TestNotes_Written_CannotChange(t *testing.T) {
	db, s := storetest.Database(t)
	author, order := member(t, s, "noura"), storetest.NewID()
	for n, text := range []string{"first", "second"} {
		added, err := s.Cases.AddNote(ctx, domain.Order, order, domain.Note{By: author, Text: text, At: at.Add(-time.Duration(n) * time.Hour)})
		require.NoError(t, err)
		require.NotZero(t, added.ID)
	}
	_, err := s.Cases.AddNote(ctx, domain.Order, order, domain.Note{By: author, Text: "no", At: at})
	require.ErrorContains(t, err, "case_notes_note_check")
	notes, err := s.Cases.Notes(ctx, domain.Order, order)
	require.NoError(t, err)
	require.Equal(t, []string{"first", "second"}, []string{notes[0].Text, notes[1].Text}, "in the order of writing")
	require.Equal(t, "noura@selfcare.example", notes[0].Name)
	_, err = db.ExecContext(ctx, "UPDATE case_notes SET note = 'another'")
	require.ErrorContains(t, err, "append only")
}

func TestList_Pages_ShowEachOnce(t *testing.T) {
	db, s := storetest.Database(t)
	oldest := hold(t, db, 7)
	pages := func(f supportcase.Filter) (ids []string) {
		f.Most = 3
		for more := true; more; {
			var found []domain.Case
			var err error
			found, more, err = s.Cases.List(ctx, f)
			require.NoError(t, err)
			require.LessOrEqual(t, len(found), 3)
			for _, c := range found {
				ids = append(ids, c.ID)
				f.After = supportcase.Place{Since: c.Since, Kind: string(c.Kind), ID: c.ID}
			}
		}
		return ids
	}
	require.Equal(t, oldest, pages(supportcase.Filter{}))
	newest := slices.Clone(oldest)
	slices.Reverse(newest)
	require.Equal(t, newest, pages(supportcase.Filter{Newest: true}))
	require.Empty(t, pages(supportcase.Filter{Kind: domain.Order}))
	require.Empty(t, pages(supportcase.Filter{Code: "eid_mistyped"}))
	require.Equal(t, oldest[2:3], pages(supportcase.Filter{State: domain.Held, LineIDs: []string{oldest[2]}}))

	me, other := member(t, s, "me"), member(t, s, "other")
	for n, by := range []string{me, other} {
		_, _, err := s.Cases.Take(ctx, supportcase.Taking{Kind: domain.Purchase, ID: oldest[n], By: by, At: time.Now(), Until: time.Now().Add(time.Hour)})
		require.NoError(t, err)
	}
	for claimed, want := range map[string][]string{"me": oldest[:1], "others": oldest[1:2], "unclaimed": oldest[2:]} {
		require.Equal(t, want, pages(supportcase.Filter{Claimed: claimed, By: me}), claimed)
	}
	counts, err := s.Cases.Counts(ctx)
	require.NoError(t, err)
	require.Len(t, counts, 1)
	require.Equal(t, []any{domain.Purchase, 7}, []any{counts[0].Kind, counts[0].Held})
	_, is, err := s.Cases.Get(ctx, domain.Purchase, storetest.NewID())
	require.NoError(t, err)
	require.False(t, is)
}

// A customer who registered has the role of a customer. A search by e-mail finds the account, and those of no member of staff.
func TestSearch_Email_FindsCustomersOnly(t *testing.T) {
	db, s := storetest.Database(t)
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	storetest.Exec(t, db, "UPDATE users SET email = 'noura@example.sa', roles = '{customer}'")
	member(t, s, "noura")
	line, err := s.Lines.ByNumber(ctx, "0570000001")
	require.NoError(t, err)
	for email, want := range map[string][]string{"noura@example.sa": {line.ID}, "noura@selfcare.example": nil} {
		hits, err := s.Cases.Search(ctx, map[domain.By]string{domain.ByEmail: email})
		require.NoError(t, err)
		var ids []string
		for _, hit := range hits {
			ids = append(ids, hit.ID)
		}
		require.Equal(t, want, ids, email)
	}
	for name, id := range map[string]string{"by the line": line.ID, "by the account": her.ID} {
		lines, err := s.Cases.Lines(ctx, id)
		require.NoError(t, err)
		require.Len(t, lines, 1, name)
		require.Equal(t, []any{line.ID, her.ID, true}, []any{lines[0].LineID, lines[0].UserID, lines[0].Main}, name)
	}
}

// An empty term finds nothing, although rows have no number or hash there.
func TestSearch_NoTerm_FindsNothing(t *testing.T) {
	_, s := storetest.Database(t)
	storetest.Opened(t, s, storetest.FullOrder())
	o := storetest.FullOrder()
	o.Person, o.Contact, o.Booking, o.SIM = nil, nil, nil, nil
	storetest.Opened(t, s, o)
	hits, err := s.Cases.Search(ctx, nil)
	require.NoError(t, err)
	require.Empty(t, hits)
	hits, err = s.Cases.Search(ctx, map[domain.By]string{domain.ByOrder: o.Number})
	require.NoError(t, err)
	require.Len(t, hits, 1)
	require.Equal(t, []any{"order", o.ID, false}, []any{hits[0].Type, hits[0].ID, hits[0].IsCase})
}

func TestList_ManyCases_AreCopiedSeldom(t *testing.T) {
	db, s := storetest.Database(t)
	ids := hold(t, db, 1_000)
	list := func() (found []domain.Case) {
		found, _, err := s.Cases.List(ctx, supportcase.Filter{Most: 1_001})
		require.NoError(t, err)
		return found
	}
	require.Len(t, list(), 1_000)

	storetest.Fill(t, db, fmt.Sprintf(`UPDATE purchases SET stage = 'delivered' WHERE id = '%s'`, ids[0]))
	require.Len(t, list(), 1_000, "a long list serves for some seconds")
	storetest.Fill(t, db, `UPDATE case_readings SET read_at = now() - interval '6 seconds'`)
	require.Len(t, list(), 999)

	storetest.Fill(t, db, fmt.Sprintf(`UPDATE purchases SET stage = 'delivered' WHERE id = '%s'`, ids[1]))
	require.Len(t, list(), 998, "a short list is exact")
}

func TestGet_CaseAfterCopy_IsFound(t *testing.T) {
	db, s := storetest.Database(t)
	ids := hold(t, db, 1_001)
	storetest.Fill(t, db, fmt.Sprintf(`UPDATE purchases SET stage = 'delivered' WHERE id = '%s'`, ids[7]))
	counts, err := s.Cases.Counts(ctx)
	require.NoError(t, err)
	require.Equal(t, 1_000, counts[0].Held)

	storetest.Fill(t, db, fmt.Sprintf(`UPDATE purchases SET stage = 'held' WHERE id = '%s'`, ids[7]))
	found, is, err := s.Cases.Get(ctx, domain.Purchase, ids[7])
	require.NoError(t, err)
	require.True(t, is, "a new case opens at once")
	require.Equal(t, ids[7], found.ID)
}

// Many callers at once read a short list once or twice, not each for itself.
func TestList_ReadMeanwhile_IsNotReadAgain(t *testing.T) {
	db, s := storetest.Database(t)
	ids := hold(t, db, 3)
	_, err := s.Cases.Counts(ctx)
	require.NoError(t, err)
	tx, err := db.BeginTx(ctx, nil)
	require.NoError(t, err)
	defer func() { _ = tx.Rollback() }()
	_, err = tx.Exec("UPDATE case_readings SET read_at = clock_timestamp() + interval '1 minute'") // another caller reads after this one has begun
	require.NoError(t, err)
	storetest.Fill(t, db, fmt.Sprintf(`UPDATE purchases SET stage = 'delivered' WHERE id = '%s'`, ids[0]))

	listed := make(chan int, 1)
	go func() {
		found, _, _ := s.Cases.List(ctx, supportcase.Filter{Most: 10})
		listed <- len(found)
	}()
	testkit.RequireLockWait(t, db)
	require.NoError(t, tx.Commit())
	require.Equal(t, 3, <-listed, "it takes the list of the other caller")
}

func TestList_CopyRuns_ReadersGoOn(t *testing.T) {
	db, s := storetest.Database(t)
	hold(t, db, 1_000)
	_, err := s.Cases.Counts(ctx)
	require.NoError(t, err)
	storetest.Fill(t, db, `UPDATE case_readings SET read_at = now() - interval '6 seconds'`)
	tx, err := db.BeginTx(ctx, nil)
	require.NoError(t, err)
	defer func() { _ = tx.Rollback() }()
	_, err = tx.Exec("SELECT FROM case_readings FOR UPDATE")
	require.NoError(t, err)

	found, _, err := s.Cases.List(ctx, supportcase.Filter{Most: 10})
	require.NoError(t, err)
	require.Len(t, found, 10, "the former list serves while another reader copies")
}
