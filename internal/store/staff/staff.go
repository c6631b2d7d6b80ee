// Package staff stores the members of staff.
package staff

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/permission"
)

// Staff reads and changes members of staff.
type Staff struct{ DB bun.IDB }

// Member is a member of staff.
type Member struct {
	bun.BaseModel `bun:"table:users,alias:u"`

	ID           string
	Email        string
	Roles        []string  `bun:",array"`
	DisabledAt   time.Time `bun:",nullzero"`
	SecondFactor bool      `bun:",scanonly"`
	SeenAt       time.Time `bun:",scanonly,nullzero"` // last use of an open session
}

// Refusals of changes of a member.
var (
	ErrUnknownMember = errors.New("no member of staff has this e-mail")
	ErrLastOperator  = errors.New("the last operator cannot be disabled: add another one first")
	ErrAsItIs        = errors.New("nothing to change")
)

// works selects members of staff, through their index.
const works = "roles && '{" + permission.RoleSupport + "," + permission.RoleOperator + "}'"

// All returns all present and former members by e-mail.
func (q Staff) All(ctx context.Context) (all []Member, err error) {
	err = q.DB.NewSelect().Model(&all).Column("id", "email", "roles", "disabled_at").
		ColumnExpr("EXISTS (SELECT FROM second_factors AS f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS second_factor").
		ColumnExpr("(SELECT max(used_at) FROM sessions AS s WHERE s.user_id = u.id) AS seen_at").
		Where(works).OrderExpr("email").Scan(ctx)
	return all, wrap("list staff", err)
}

// Find returns the member with an e-mail, in lower case; ErrUnknownMember without one.
func (q Staff) Find(ctx context.Context, email string) (m Member, err error) {
	err = q.DB.NewSelect().Model(&m).Column("id", "email", "roles", "disabled_at").
		Where("email = ? AND email_confirmed_at IS NOT NULL", email).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !permission.WorksForUs(m.Roles) {
		return m, ErrUnknownMember
	}
	return m, wrap("find member of staff", err)
}

// Disable blocks a member; ErrLastOperator refuses to block the last operator. It needs a transaction, so that operators who
// disable each other at the same moment take turns.
func (q Staff) Disable(ctx context.Context, m Member) error {
	var operators []string
	err := q.DB.NewSelect().Model((*Member)(nil)).Column("id").Where(works).Where("? = ANY (roles)", permission.RoleOperator).
		Where("disabled_at IS NULL").Order("id").For("UPDATE").Scan(ctx, &operators)
	if err != nil {
		return wrap("disable", err)
	}
	if len(operators) == 1 && operators[0] == m.ID {
		return ErrLastOperator
	}
	if err := change(q.DB.NewUpdate().Model((*Member)(nil)).Set("disabled_at = now()").
		Where("id = ?", m.ID).Where("disabled_at IS NULL").Exec(ctx)); err != nil {
		return err
	}
	_, err = q.DB.NewDelete().Table("sessions").Where("user_id = ?", m.ID).Exec(ctx)
	return wrap("end sessions", err)
}

// Enable unblocks a member, with the former password.
func (q Staff) Enable(ctx context.Context, m Member) error {
	return change(q.DB.NewUpdate().Model((*Member)(nil)).Set("disabled_at = NULL").
		Where("id = ?", m.ID).Where("disabled_at IS NOT NULL").Exec(ctx))
}

func change(result sql.Result, err error) error {
	if err != nil {
		return wrap("change", err)
	}
	if changed, err := result.RowsAffected(); err != nil || changed == 0 {
		return errors.Join(err, ErrAsItIs)
	}
	return nil
}

func wrap(operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", operation, err)
}
