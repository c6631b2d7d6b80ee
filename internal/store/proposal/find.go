package proposal

import (
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/proposal"
)

// Filter selects changes; an empty field selects all.
type Filter struct {
	Kind   proposal.Kind
	Key    string
	State  proposal.State
	Offset int
	Limit  int
}

type row struct {
	ID, Kind, Key, Value, Before, Note, ProposedBy, ProposedName, Standing string
	ApprovedBy, ApprovedName, CancelledBy, CancelledName, UndoOf           string
	EffectiveAt, ProposedAt                                                time.Time
	ApprovedAt, CancelledAt                                                bun.NullTime
}

// standing selects changes with their state by time. A change is also past when a command or an import came after it.
const standing = `
	SELECT c.id, c.kind, c.key, c.value::text AS value, c.before::text AS before, c.note, c.effective_at, c.proposed_at, c.approved_at, c.cancelled_at,
	       c.proposed_by::text AS proposed_by, coalesce(p.email, '') AS proposed_name, coalesce(c.approved_by::text, '') AS approved_by,
	       coalesce(a.email, '') AS approved_name, coalesce(c.cancelled_by::text, '') AS cancelled_by, coalesce(x.email, '') AS cancelled_name,
	       coalesce(c.undo_of::text, '') AS undo_of,
	       CASE WHEN c.state <> 'approved' THEN c.state WHEN c.effective_at > now() THEN 'scheduled'
	            WHEN EXISTS (SELECT FROM changes AS n WHERE n.kind = c.kind AND n.key = c.key AND n.state = 'approved' AND n.effective_at > c.effective_at AND n.effective_at <= now())
	              OR c.kind = 'setting' AND EXISTS (SELECT FROM settings AS s WHERE s.key = c.key AND s.updated_at > c.effective_at)
	              OR c.kind = 'promo-code' AND EXISTS (SELECT FROM promo_codes AS s WHERE s.code = c.key AND s.changed_at > c.effective_at)
	            THEN 'past' ELSE 'in-force' END AS standing
	FROM changes AS c JOIN users AS p ON p.id = c.proposed_by LEFT JOIN users AS a ON a.id = c.approved_by LEFT JOIN users AS x ON x.id = c.cancelled_by`

func (r row) change() proposal.Proposal {
	return proposal.Proposal{
		ID: r.ID, Kind: proposal.Kind(r.Kind), Key: r.Key, Value: []byte(r.Value), Before: []byte(r.Before), Note: r.Note, EffectiveAt: r.EffectiveAt,
		ProposedBy: r.ProposedBy, ProposedName: r.ProposedName, ProposedAt: r.ProposedAt, State: proposal.State(r.Standing),
		ApprovedBy: r.ApprovedBy, ApprovedName: r.ApprovedName, ApprovedAt: r.ApprovedAt.Time,
		CancelledBy: r.CancelledBy, CancelledName: r.CancelledName, CancelledAt: r.CancelledAt.Time, UndoOf: r.UndoOf,
	}
}
