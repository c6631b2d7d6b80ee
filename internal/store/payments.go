package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"selfcare/internal/contract"
	"selfcare/internal/ledger"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Payments stores payment attempts.
type Payments struct{ *tx.Conn }

// A payment only moves forward: open, then declined or abandoned, then paid (a late success counts), then refunded.
const savePayment = `
INSERT INTO payments AS p (id, subject, status, amount, brand, last4, challenge_url, decline_code, double, at, returned)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT (id) DO UPDATE SET status = EXCLUDED.status, brand = EXCLUDED.brand, last4 = EXCLUDED.last4,
    challenge_url = EXCLUDED.challenge_url, decline_code = EXCLUDED.decline_code, double = EXCLUDED.double, returned = EXCLUDED.returned,
    updated_at = now()
WHERE p.subject = EXCLUDED.subject AND (
    p.status = EXCLUDED.status
    OR p.status IN ('processing', 'challenge', 'pending')
    OR (p.status IN ('declined', 'abandoned') AND EXCLUDED.status IN ('paid', 'refunded'))
    OR (p.status = 'paid' AND EXCLUDED.status = 'refunded'))`

// Save stores a payment of an order or a purchase. A settled state never moves back.
func (q Payments) Save(ctx context.Context, subject string, p contract.Payment) error {
	_, err := q.Prepared().Exec(ctx, savePayment, p.ID, subject, string(p.Status), int64(p.Amount),
		p.Brand, p.Last4, p.ChallengeURL, p.DeclineCode, p.Double, p.At, int64(p.Returned))
	return storeerrors.Translate("save payment", err)
}

// PaidFor is the order or purchase of a payment, by id and by the number that names its workflow.
type PaidFor struct {
	OrderID, OrderNumber       string
	PurchaseID, PurchaseNumber string
}

// WorkflowID returns the workflow of the order or purchase.
func (p PaidFor) WorkflowID() string {
	if p.PurchaseNumber != "" {
		return contract.PurchaseWorkflowID(p.PurchaseNumber)
	}
	return contract.OrderWorkflowID(p.OrderNumber)
}

// FindPaidFor finds the order or purchase of a payment.
func (q Payments) FindPaidFor(ctx context.Context, paymentID string) (PaidFor, error) {
	var found PaidFor
	err := q.Prepared().Row(ctx, `
		SELECT coalesce(o.id::text, ''), coalesce(o.number, ''), coalesce(b.id::text, ''), coalesce(b.number, '')
		FROM payments AS p LEFT JOIN orders AS o ON o.id = p.subject LEFT JOIN purchases AS b ON b.id = p.subject
		WHERE p.id = $1`, paymentID).Scan(&found.OrderID, &found.OrderNumber, &found.PurchaseID, &found.PurchaseNumber)
	return found, storeerrors.Translate("find what a payment is for", err)
}

// Get finds one payment, with the id of its order or purchase.
func (q Payments) Get(ctx context.Context, id string) (p contract.Payment, subject string, err error) {
	err = q.Prepared().Row(ctx, `
		SELECT id, subject, status, amount, brand, last4, decline_code, double, at FROM payments WHERE id = $1`, id).
		Scan(&p.ID, &subject, &p.Status, &p.Amount, &p.Brand, &p.Last4, &p.DeclineCode, &p.Double, &p.At)
	return p, subject, storeerrors.Translate("read payment", err)
}

// Ledger holds the append-only books.
type Ledger struct{ *tx.Conn }

// posted inserts a posting, in a single statement, because the database demands that an operation balances when it commits.
const posted = `operation AS (
    INSERT INTO ledger_operations (key, subject, kind, overdraws) SELECT $1::text, nullif($2, '')::uuid, $3::text, $5::boolean WHERE $1 <> '' ON CONFLICT (key) DO NOTHING RETURNING key
), lines_of_it AS (
    INSERT INTO ledger_lines (operation, n, account, amount)
    SELECT operation.key, l.n, l.line ->> 'account', (l.line ->> 'amount')::bigint
    FROM operation CROSS JOIN jsonb_array_elements($4::jsonb) WITH ORDINALITY AS l (line, n) RETURNING n
)`

// Post posts one business operation; a repeated Key changes nothing. Lines that do not add up to zero are ErrConflict, at the
// latest when the transaction commits. So is a Key that was used for other lines. A posting that exceeds a prepaid balance is
// ErrNotCovered.
func (q Ledger) Post(ctx context.Context, p ledger.Posting) error {
	lines, err := json.Marshal(p.Entries)
	if err != nil {
		return fmt.Errorf("post %s: %w", p.Kind, err)
	}
	written, err := q.Prepared().Exec(ctx, "WITH "+posted+" SELECT FROM lines_of_it", p.Key, p.Subject, p.Kind, string(lines), p.Overdraws)
	if err == nil && written == 0 {
		return q.compare(ctx, p, string(lines))
	}
	if storeerrors.Violates(err, "line_balances_covered") {
		return fmt.Errorf("post %s: %w", p.Kind, storeerrors.ErrNotCovered)
	}
	return storeerrors.Translate("post "+p.Kind, err)
}

func (q Ledger) compare(ctx context.Context, p ledger.Posting, lines string) error {
	var same bool
	err := q.Prepared().Row(ctx, `
		SELECT EXISTS (SELECT FROM ledger_operations WHERE key = $1 AND subject = $2 AND kind = $3)
		   AND (SELECT jsonb_agg(jsonb_build_object('account', account, 'amount', amount) ORDER BY n)
		        FROM ledger_lines WHERE operation = $1) = $4::jsonb`,
		p.Key, p.Subject, p.Kind, lines).Scan(&same)
	if err == nil && !same {
		err = fmt.Errorf("%w: %s was posted differently", storeerrors.ErrConflict, p.Key)
	}
	return storeerrors.Translate("post "+p.Kind, err)
}

// Balance returns the amounts on each account for an order or a line. They add up to zero.
func (q Ledger) Balance(ctx context.Context, subject string) (map[string]contract.Halalas, error) {
	var accounts []ledger.Entry
	err := q.DB.NewRaw(`
		SELECT l.account, sum(l.amount)::bigint AS amount FROM ledger_lines AS l JOIN ledger_operations AS o ON o.key = l.operation
		WHERE o.subject = ? GROUP BY l.account`, subject).Scan(ctx, &accounts)
	balance := make(map[string]contract.Halalas, len(accounts))
	for _, line := range accounts {
		balance[line.Account] = line.Amount
	}
	return balance, storeerrors.Translate("read balance", err)
}

// Cards stores the saved cards of users.
type Cards struct{ *tx.Conn }

// Brands of cards.
const (
	BrandMada   = "MADA"
	BrandVisa   = "VISA"
	BrandMaster = "MASTER"
)

// Card is a saved payment card. Its number never reaches us.
type Card struct {
	ID          string // set by the store
	Token       string // the provider's token, which can be charged again
	Fingerprint string // the provider's fingerprint, equal for the same card; write-only
	Holder      string
	Brand       string
	Last4       string
	ExpiryMonth int
	ExpiryYear  int
	Default     bool
}

// cardSecrets is the encrypted part of a card.
type cardSecrets struct {
	Token  string `json:"token"`
	Holder string `json:"holder"`
}

func cardSealContext(id string) string { return "cards/" + id }

// Add saves a card; the first card of a user becomes the default. The same card again updates its token and expiry.
func (q Cards) Add(ctx context.Context, userID string, c Card) (kept Card, err error) {
	err = q.withCardsOf(ctx, userID, func(q Cards) error {
		fingerprint := q.Keys.Hash(c.Fingerprint)
		known, err := q.find(ctx, "c.user_id = $1 AND c.fingerprint_hash = $2", userID, fingerprint)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			c.ID = uuid.NewString()
		case err != nil:
			return err
		default:
			c.ID = known.ID
		}
		sealed, err := q.Keys.SealJSON(cardSealContext(c.ID), cardSecrets{c.Token, c.Holder})
		if err != nil {
			return err
		}
		_, err = q.Prepared().Exec(ctx, `
			INSERT INTO cards (id, user_id, fingerprint_hash, personal, brand, last4, expiry_month, expiry_year, is_default)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NOT EXISTS (SELECT FROM cards WHERE user_id = $2))
			ON CONFLICT (id) DO UPDATE SET
				personal = EXCLUDED.personal, expiry_month = EXCLUDED.expiry_month, expiry_year = EXCLUDED.expiry_year`,
			c.ID, userID, fingerprint, sealed, c.Brand, c.Last4, c.ExpiryMonth, c.ExpiryYear)
		if err != nil {
			return err
		}
		kept, err = q.find(ctx, "c.id = $1", c.ID)
		return err
	})
	return kept, storeerrors.Translate("add card", err)
}

// withCardsOf serialises the changes of a user's cards, so that two of them cannot both set a default.
func (q Cards) withCardsOf(ctx context.Context, userID string, change func(q Cards) error) error {
	return q.InTx(ctx, func(conn *tx.Conn) error {
		q := Cards{conn}
		if err := q.Prepared().Row(ctx, "SELECT 1 FROM users WHERE id = $1 FOR UPDATE", userID).Scan(new(int)); err != nil {
			return err
		}
		return change(q)
	})
}

const cardColumns = `c.id, c.personal, c.brand, c.last4, c.expiry_month, c.expiry_year, c.is_default`

func (q Cards) scan(scan func(dest ...any) error) (Card, error) {
	var c Card
	var sealed []byte
	if err := scan(&c.ID, &sealed, &c.Brand, &c.Last4, &c.ExpiryMonth, &c.ExpiryYear, &c.Default); err != nil {
		return c, err
	}
	var secrets cardSecrets
	if err := q.Keys.OpenJSON(cardSealContext(c.ID), sealed, &secrets); err != nil {
		return c, fmt.Errorf("read card: %w", err)
	}
	c.Token, c.Holder = secrets.Token, secrets.Holder
	return c, nil
}

func (q Cards) find(ctx context.Context, condition string, args ...any) (Card, error) {
	return q.scan(q.Prepared().Row(ctx, "SELECT "+cardColumns+" FROM cards AS c WHERE "+condition, args...).Scan)
}

// Get finds one of a user's cards; another user's card is ErrNotFound.
func (q Cards) Get(ctx context.Context, userID, id string) (Card, error) {
	c, err := q.find(ctx, "c.user_id = $1 AND c.id = $2", userID, id)
	return c, storeerrors.Translate("find card", err)
}

// Of returns the saved cards of a user, the default first, then the newest.
func (q Cards) Of(ctx context.Context, userID string) (all []Card, err error) {
	rows, err := q.Prepared().Query(ctx, "SELECT "+cardColumns+` FROM cards AS c WHERE c.user_id = $1
		ORDER BY c.is_default DESC, c.created_at DESC, c.id`, userID)
	if err != nil {
		return nil, storeerrors.Translate("list cards", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		c, err := q.scan(rows.Scan)
		if err != nil {
			return nil, storeerrors.Translate("list cards", err)
		}
		all = append(all, c)
	}
	return all, storeerrors.Translate("list cards", rows.Err())
}

// MakeDefault makes one of a user's cards the default; another user's card is ErrNotFound.
func (q Cards) MakeDefault(ctx context.Context, userID, id string) error {
	err := q.withCardsOf(ctx, userID, func(q Cards) error {
		if _, err := q.find(ctx, "c.user_id = $1 AND c.id = $2", userID, id); err != nil {
			return err
		}
		return q.setDefault(ctx, userID, id)
	})
	return storeerrors.Translate("make card the default", err)
}

// setDefault removes the flag from the other card first, because two cards may never have it.
func (q Cards) setDefault(ctx context.Context, userID, id string) error {
	if _, err := q.Prepared().Exec(ctx, "UPDATE cards SET is_default = false WHERE user_id = $1 AND is_default AND id <> $2", userID, id); err != nil {
		return err
	}
	_, err := q.Prepared().Exec(ctx, "UPDATE cards SET is_default = true WHERE user_id = $1 AND id = $2", userID, id)
	return err
}

// Remove deletes a card with its token; if it was the default, the newest of the rest becomes the default. Removing a deleted
// card changes nothing.
func (q Cards) Remove(ctx context.Context, userID, id string) error {
	err := q.withCardsOf(ctx, userID, func(q Cards) error {
		if _, err := q.Prepared().Exec(ctx, "DELETE FROM cards WHERE user_id = $1 AND id = $2", userID, id); err != nil {
			return err
		}
		_, err := q.Prepared().Exec(ctx, `
			UPDATE cards SET is_default = true
			WHERE id = (SELECT id FROM cards WHERE user_id = $1 ORDER BY created_at DESC, id LIMIT 1)
			  AND NOT EXISTS (SELECT FROM cards WHERE user_id = $1 AND is_default)`, userID)
		return err
	})
	return storeerrors.Translate("remove card", err)
}
