package proposal_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/testkit"
	"selfcare/internal/domain/proposal"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	proposalstore "selfcare/internal/store/proposal"
)

var ctx = context.Background()

// office has two members of staff and a database.
type office struct {
	*testing.T

	db            *bun.DB
	store         *store.Store
	first, second string
}

func newOffice(t *testing.T) *office {
	t.Helper()
	db, s := testkit.Databases(t)
	o := &office{T: t, db: db, store: s}
	for _, id := range []*string{&o.first, &o.second} {
		*id = uuid.NewString()
		o.exec("INSERT INTO users (id, email, password_hash, roles) VALUES (?, ?, 'none', '{support}')", *id, *id+"@selfcare.example")
	}
	return o
}

func (o *office) exec(statement string, args ...any) {
	o.Helper()
	_, err := o.db.NewRaw(statement, args...).Exec(ctx)
	require.NoError(o, err)
}

func (o *office) propose(kind proposal.Kind, key, value string, at time.Time) string {
	o.Helper()
	before, err := o.store.Proposals.Value(ctx, kind, key, at)
	require.NoError(o, err)
	c := proposal.Proposal{ID: uuid.NewString(), Kind: kind, Key: key, Value: json.RawMessage(value), Before: before, EffectiveAt: at, Note: "agreed", ProposedBy: o.first}
	opened, err := o.store.Proposals.Propose(ctx, c)
	require.NoError(o, err)
	require.True(o, opened)
	return c.ID
}

func (o *office) approve(id string) {
	o.Helper()
	approved, err := o.store.Proposals.Approve(ctx, id, o.second, json.RawMessage("null"))
	require.NoError(o, err)
	require.True(o, approved)
}

// counts puts a change that was approved for later into force, a moment ago.
func (o *office) counts(id string, since time.Duration) {
	o.Helper()
	require.NoError(o, o.db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.ExecContext(ctx, "ALTER TABLE changes DISABLE TRIGGER changes_stay")
		require.NoError(o, err)
		_, err = tx.NewRaw("UPDATE changes SET effective_at = now() - ?::interval, approved_at = now() - ?::interval WHERE id = ?", since.String(), since.String(), id).Exec(ctx)
		require.NoError(o, err)
		_, err = tx.ExecContext(ctx, "ALTER TABLE changes ENABLE TRIGGER changes_stay")
		return err
	}))
}

func (o *office) state(id string) proposal.State {
	o.Helper()
	c, known, err := o.store.Proposals.Get(ctx, id)
	require.NoError(o, err)
	require.True(o, known)
	return c.State
}

func (o *office) minAge() int {
	o.Helper()
	require.NoError(o, o.store.Settings.Change(ctx, nil)) // drops the settings that were read a moment ago
	settings, err := o.store.Settings.Get(ctx)
	require.NoError(o, err)
	return settings.MinAge
}

func TestSetting_Approved_TakesEffectByTime(t *testing.T) {
	o := newOffice(t)
	id := o.propose(proposal.Setting, "minAge", "21", time.Now().Add(24*time.Hour))
	require.Equal(t, proposal.Pending, o.state(id))
	o.approve(id)
	require.Equal(t, proposal.Scheduled, o.state(id))
	require.Equal(t, 18, o.minAge(), "tomorrow is not today")
	tomorrow, err := o.store.Proposals.Value(ctx, proposal.Setting, "minAge", time.Now().Add(25*time.Hour))
	require.NoError(t, err)
	require.Equal(t, "21", string(tomorrow))
	o.counts(id, time.Second)
	require.Equal(t, 21, o.minAge())
	require.Equal(t, proposal.InForce, o.state(id))
}

func TestSetting_CommandLater_Wins(t *testing.T) {
	o := newOffice(t)
	id := o.propose(proposal.Setting, "minAge", "21", time.Now())
	o.approve(id)
	require.Equal(t, 21, o.minAge())
	require.NoError(t, o.store.Settings.Change(ctx, map[string]json.RawMessage{"minAge": []byte("20")}))
	require.Equal(t, 20, o.minAge())
	require.Equal(t, proposal.Past, o.state(id))
	require.NoError(t, o.store.Settings.Change(ctx, map[string]json.RawMessage{"minAge": []byte("null")}))
	require.Equal(t, 18, o.minAge(), "the default again, not the earlier approved value")
	o.approve(o.propose(proposal.Setting, "minAge", "22", time.Now()))
	require.Equal(t, 22, o.minAge())
	o.approve(o.propose(proposal.Setting, "minAge", "null", time.Now()))
	require.Equal(t, 18, o.minAge())
}

func TestSettings_Inconsistent_Refused(t *testing.T) {
	o := newOffice(t)
	tomorrow := time.Now().Add(24 * time.Hour)
	rule, err := o.store.Settings.Try(ctx, "holdFor", json.RawMessage(`"2h"`), tomorrow)
	require.NoError(t, err)
	require.Contains(t, rule, "0 < holdFor <= holdCap")
	o.approve(o.propose(proposal.Setting, "holdCap", `"3h"`, tomorrow))
	rule, err = o.store.Settings.Try(ctx, "holdFor", json.RawMessage(`"2h"`), tomorrow.Add(time.Hour))
	require.NoError(t, err)
	require.Empty(t, rule, "by then the other one counts")
	o.approve(o.propose(proposal.Setting, "holdFor", `"2h"`, tomorrow.Add(time.Hour)))
	rule, err = o.store.Settings.FindBroken(ctx)
	require.NoError(t, err)
	require.Empty(t, rule)
	require.ErrorContains(t, o.store.Settings.Change(ctx, map[string]json.RawMessage{"draftTtl": []byte(`"2h"`)}), "draftTtl: more than holdCap",
		"the command is refused what would break tomorrow")
	_, err = o.store.Settings.Try(ctx, "noSuchFigure", json.RawMessage("1"), tomorrow)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	_, err = o.store.Settings.Try(ctx, "minAge", json.RawMessage(`"old"`), tomorrow)
	require.ErrorIs(t, err, storeerrors.ErrConflict)
}

func TestChanges_Database_WantsSecondPerson(t *testing.T) {
	o := newOffice(t)
	id := o.propose(proposal.Setting, "minAge", "21", time.Now().Add(time.Hour))
	approved, err := o.store.Proposals.Approve(ctx, id, o.first, json.RawMessage("null"))
	require.NoError(t, err)
	require.False(t, approved)
	refused := func(statement, by string, args ...any) {
		t.Helper()
		_, err := o.db.NewRaw(statement, args...).Exec(ctx)
		require.ErrorContains(t, err, by)
	}
	refused("UPDATE changes SET state = 'approved', approved_by = proposed_by, approved_at = now() WHERE id = ?", "changes_second_person", id)
	refused("UPDATE changes SET state = 'approved' WHERE id = ?", "changes_approval", id)
	refused("UPDATE changes SET state = 'cancelled' WHERE id = ?", "changes_cancellation", id)
	refused("UPDATE changes SET state = 'approved', approved_by = ?, approved_at = now(), effective_at = now() - interval '1 day' WHERE id = ?", "changes_not_backwards", o.second, id)
	refused("UPDATE changes SET value = '99' WHERE id = ?", "stays as it is", id)
	refused("DELETE FROM changes WHERE id = ?", "append only", id)
	another, err := o.store.Proposals.Propose(ctx, proposal.Proposal{
		ID: uuid.NewString(), Kind: proposal.Setting, Key: "minAge", Value: []byte("22"), Before: []byte("null"), EffectiveAt: time.Now(), Note: "as well", ProposedBy: o.second,
	})
	require.NoError(t, err)
	require.False(t, another, "one waits already")
	o.approve(id)
	cancelled, err := o.store.Proposals.Cancel(ctx, id, o.first)
	require.NoError(t, err)
	require.True(t, cancelled, "it does not count yet")
	require.Equal(t, proposal.Cancelled, o.state(id))
	refused("UPDATE changes SET state = 'approved', cancelled_by = NULL, cancelled_at = NULL WHERE id = ?", "stays as it is", id)
	now := o.propose(proposal.Setting, "minAge", "21", time.Now())
	o.approve(now)
	cancelled, err = o.store.Proposals.Cancel(ctx, now, o.first)
	require.NoError(t, err)
	require.False(t, cancelled, "it counts")
	refused("UPDATE changes SET state = 'cancelled', cancelled_by = ?, cancelled_at = now() WHERE id = ?", "stays as it is", o.first, now)
}

func TestPromoCode_Approved_HasItsTerms(t *testing.T) {
	o := newOffice(t)
	promos := o.store.Promos
	made := o.propose(proposal.PromoCode, "EID27", `{"percent":10,"amount":0,"kinds":["sim"],"plans":null,"starts_at":"2026-01-01T00:00:00Z","ends_at":null,"max_uses":null,"max_uses_per_id":null}`, time.Now().Add(time.Hour))
	_, err := promos.Terms(ctx, "EID27")
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	o.approve(made)
	_, err = promos.Terms(ctx, "EID27")
	require.ErrorIs(t, err, storeerrors.ErrNotFound, "not before its time")
	o.counts(made, 3*time.Minute)
	terms, err := promos.Terms(ctx, "EID27")
	require.NoError(t, err)
	require.Equal(t, 10, terms.Percent)
	require.Equal(t, []string{"sim"}, terms.Kinds)
	require.Equal(t, proposal.InForce, o.state(made), "settling the terms does not change their time")
	o.exec("UPDATE promo_codes SET used = 5 WHERE code = 'EID27'")
	fewer := o.propose(proposal.PromoCode, "EID27", `{"percent":0,"amount":500,"kinds":null,"plans":null,"starts_at":"2026-01-01T00:00:00Z","ends_at":null,"max_uses":3,"max_uses_per_id":1}`, time.Now())
	o.approve(fewer)
	terms, err = promos.Terms(ctx, "EID27")
	require.NoError(t, err)
	require.EqualValues(t, 500, terms.Amount)
	require.Empty(t, terms.Kinds)
	require.True(t, terms.UsedUp, "less are left than were used")
	require.Equal(t, proposal.Past, o.state(made))
	o.exec("UPDATE promo_codes SET percent = 7, amount = 0 WHERE code = 'EID27'") // an import
	terms, err = promos.Terms(ctx, "EID27")
	require.NoError(t, err)
	require.Equal(t, 7, terms.Percent, "the later one counts")
	o.approve(o.propose(proposal.PromoCode, "EID27", "null", time.Now()))
	terms, err = promos.Terms(ctx, "EID27")
	require.NoError(t, err)
	require.False(t, terms.EndsAt.IsZero(), "a withdrawn code ends")
	require.True(t, terms.EndsAt.Before(time.Now().Add(time.Second)))
}

func TestWords_Approved_ReplaceShippedTexts(t *testing.T) {
	o := newOffice(t)
	said := `{"en":{"subject":"Hello","text":"Yes {link}"},"ar":{"subject":"أهلا","text":"نعم {link}"}}`
	id := o.propose(proposal.Message, "line-active", said, time.Now().Add(time.Hour))
	o.approve(id)
	wording, err := o.store.Proposals.Wording(ctx, "line-active", "order-placed")
	require.NoError(t, err)
	require.Empty(t, wording)
	o.counts(id, time.Minute)
	wording, err = o.store.Proposals.Wording(ctx, "line-active", "order-placed")
	require.NoError(t, err)
	require.Equal(t, "Yes here", wording.Message("en", "line-active", map[string]string{"link": "here"}))
	o.approve(o.propose(proposal.Message, "line-active", "null", time.Now()))
	wording, err = o.store.Proposals.Wording(ctx, "line-active")
	require.NoError(t, err)
	require.NotContains(t, wording.Message("en", "line-active", map[string]string{"link": "here"}), "Yes here")
}

func TestFind_Key_ListsHistoryNewestFirst(t *testing.T) {
	o := newOffice(t)
	first := o.propose(proposal.Setting, "minAge", "21", time.Now())
	o.approve(first)
	second := o.propose(proposal.Setting, "minAge", "22", time.Now())
	o.propose(proposal.Setting, "maxSubAccounts", "7", time.Now())
	found, err := o.store.Proposals.Find(ctx, proposalstore.Filter{Kind: proposal.Setting, Key: "minAge", Limit: 10})
	require.NoError(t, err)
	require.Len(t, found, 2)
	require.Equal(t, []string{second, first}, []string{found[0].ID, found[1].ID})
	require.Equal(t, o.second+"@selfcare.example", found[1].ApprovedName)
	require.Equal(t, "21", string(found[0].Before))
	found, err = o.store.Proposals.Find(ctx, proposalstore.Filter{State: proposal.Pending, Limit: 1, Offset: 1})
	require.NoError(t, err)
	require.Len(t, found, 1)
}

func TestPromoCodes_PresentAndFuture_AreSorted(t *testing.T) {
	o := newOffice(t)
	o.exec("INSERT INTO promo_codes (code, percent, starts_at) VALUES ('SUMMER', 10, '2026-06-01'), ('AUTUMN', 10, '2026-06-01')")
	o.approve(o.propose(proposal.PromoCode, "NEXT", `{"percent": 10}`, time.Now().Add(time.Hour)))
	codes, err := o.store.Proposals.PromoCodes(ctx)
	require.NoError(t, err)
	require.Equal(t, []string{"AUTUMN", "NEXT", "SUMMER"}, codes)
}
