package server_test

import (
	"bytes"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/dev/testkit/requests"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

// supported is a support operation with its declaration of personal data.
type supported struct {
	fuzzed
	says string
}

func supportOperations(t *testing.T) (all []supported) {
	t.Helper()
	document, err := gen.GetSpec()
	require.NoError(t, err)
	walk(t, func(id, method, path string, row sample) {
		described := document.Paths.Value(path).GetOperation(method)
		if slices.Contains(described.Tags, "support") {
			says, _ := described.Extensions["x-personal-data"].(string)
			all = append(all, supported{fuzzed{ID: id, method: method, path: path, row: row, item: document.Paths.Value(path)}, says})
		}
	})
	require.Greater(t, len(all), 20)
	return all
}

func TestSupportRead_Each_DeclaresPersonalData(t *testing.T) {
	for _, op := range supportOperations(t) {
		require.Contains(t, []string{"none", "reads", "changes"}, op.says, "x-personal-data of %s", op.ID)
	}
}

// The audit log shows what a read was about: the parameters of its call.
func TestSupportRead_Parameters_HaveNames(t *testing.T) {
	for _, op := range supportOperations(t) {
		if op.says == "none" {
			continue
		}
		for _, p := range op.item.GetOperation(op.method).Parameters {
			if p.Value.In == "path" {
				require.True(t, texts.Has("audit.fact."+p.Value.Name), "%s of %s", p.Value.Name, op.ID)
			}
		}
	}
}

// asked sends a valid request as a staff member, without any filter.
func (f *contractFuzz) asked(op supported) servertest.Answer {
	f.t.Helper()
	f.world.Redis.FlushAll()
	made := requests.For(op.path, op.item, op.method, op.ID, 1, f.knows(op.path)).Sampled(op.row.body)
	made.Path, _, _ = strings.Cut(made.Path, "?")
	request := httptest.NewRequestWithContext(f.t.Context(), op.method, "http://selfcare.example/api"+made.Path, bytes.NewReader(made.Body))
	maps.Copy(request.Header, made.Headers)
	for name, value := range servertest.Bearer(f.world.support) {
		request.Header.Set(name, value)
	}
	request.Header.Set("Accept-Language", "en")
	return f.answer(&op.fuzzed, request)
}

// noted counts the audit entries of an operation.
func (f *contractFuzz) noted(id string) (entries int) {
	f.t.Helper()
	require.NoError(f.t, f.world.DB.NewRaw(
		"SELECT count(*) FROM audit_log WHERE action = 'data-read' AND details->>'operation' = ? AND actor <> ''", id).Scan(f.t.Context(), &entries))
	return entries
}

// Access to personal data is logged before it happens; if the log fails, nothing is shown.
func TestSupportRead_PersonalData_IsAudited(t *testing.T) {
	f := &contractFuzz{t: t, world: newWorld(t)}
	operations := supportOperations(t)
	for _, op := range operations {
		before := f.noted(op.ID)
		got := f.asked(op)
		require.NotContains(t, string(got.Body), contract.FailValidation, op.ID)
		require.Less(t, got.StatusCode, http.StatusInternalServerError, "%s: %s", op.ID, got.Body)
		if op.says == "none" {
			require.Zero(t, f.noted(op.ID), op.ID)
			continue
		}
		require.Equal(t, before+1, f.noted(op.ID), op.ID)
	}
	f.world.Exec("ALTER TABLE audit_log ADD CONSTRAINT full_disk CHECK (id < 0) NOT VALID")
	for _, op := range operations {
		if op.says != "none" {
			require.Equal(t, http.StatusInternalServerError, f.asked(op).StatusCode, op.ID)
		}
	}
}

// An operation that declares no personal data shows none of any customer; staff members are named.
func TestSupportRead_Undeclared_ShowsNoData(t *testing.T) {
	f := &contractFuzz{t: t, world: newWorld(t)}
	f.world.withHeldWork()
	var canaries []string
	require.NoError(t, f.world.DB.NewRaw(`
		SELECT email FROM users WHERE email IS NOT NULL AND NOT roles && '{support,operator}' UNION SELECT mobile FROM users WHERE mobile IS NOT NULL UNION SELECT msisdn FROM lines`).Scan(t.Context(), &canaries))
	require.Greater(t, len(canaries), 20)
	canaries = append(canaries, servertest.OwnerID, servertest.ContactMobile, "Noura", "King Fahd")
	for _, op := range supportOperations(t) {
		if op.says != "none" || op.method != http.MethodGet {
			continue
		}
		got := f.asked(op)
		require.Equal(t, http.StatusOK, got.StatusCode, "%s: %s", op.ID, got.Body)
		require.NotContains(t, string(got.Body), `"items":[]`, "%s has nothing to show", op.ID)
		for _, canary := range canaries {
			require.NotContains(t, string(got.Body), canary, op.ID)
		}
	}
}

// withHeldWork puts an entry into each list that shows no personal data.
func (w *world) withHeldWork() {
	w.T.Helper()
	w.AddDifferences(w.support, servertest.OtherFee())
	w.Exec(`INSERT INTO sadad_payments (payment_id, reference, amount, paid_at, received_at, state, held, reason)
		VALUES ('bank-1', '123456', 100, now(), now(), 'held', 100, 'unknown-bill')`)
	w.Exec(`INSERT INTO bulk_resolutions (id, state, bulk, started_by, started_at, seq)
		SELECT id, 'running', jsonb_build_object('id', id, 'state', 'running', 'filter', '{"kind":"order"}'::jsonb, 'note', 'the courier is back', 'startedBy', id, 'startedAt', now(), 'seq', 1), id, now(), 1
		FROM users LIMIT 1`)
	w.Exec(`INSERT INTO bulk_items (bulk_id, position, kind, case_id, reference, variety, code, held_since)
		SELECT b.id, 1, 'order', o.id, o.number, 'sim', 'courier_refused', now() FROM bulk_resolutions b, (SELECT id, number FROM orders LIMIT 1) o`)
	w.reads("bulkId", "SELECT id FROM bulk_resolutions")
	w.Exec(`INSERT INTO incidents (id, partner, from_at, until_at, text_en, text_ar, opened_by)
		SELECT gen_random_uuid(), 'courier', now(), now() + interval '1 hour', 'A storm', 'عاصفة', id FROM users LIMIT 1`)
	partners := "unnest(ARRAY['payment','identity','registry','courier','messages','network','esim','portability','zatca','topup','content','games','scan','social'])"
	w.Exec("INSERT INTO partner_failures (partner, since, failed_at, calls) SELECT p, now() - interval '5 minutes', now(), 9 FROM " + partners + " AS p")
	w.Exec("INSERT INTO partner_waits (partner, kind, number) SELECT p, 'order', o.number FROM " + partners + `
		AS p, (SELECT number FROM orders WHERE stage NOT IN ('cancelled', 'abandoned') LIMIT 1) AS o`)
	w.Exec(`INSERT INTO changes (id, kind, key, value, before, effective_at, note, proposed_by)
		SELECT gen_random_uuid(), 'setting', 'maxSubAccounts', '7', 'null', now() + interval '1 day', 'more is asked for', id FROM users LIMIT 1`)
	ending := w.Endings.Now[w.LineID("0570000021")]
	held, err := w.Endings.Books.HoldDeactivation(w.T.Context(), ending, contract.DeactivationHeldUp{
		Work: contract.WorkSwitchOff, FailureCode: contract.FailNetworkRefused, At: contract.At{Now: time.Now()},
	})
	require.NoError(w.T, err)
	_, err = w.Endings.Keep(held, err)
	require.NoError(w.T, err)
}
