package store

import (
	"context"

	storeerrors "selfcare/internal/store/errors"
)

// AnyUnderID tells whether a person is a customer already.
func (q Lines) AnyUnderID(ctx context.Context, idNumber string) (has bool, err error) {
	err = q.Prepared().Row(ctx, `
		SELECT EXISTS (SELECT FROM lines AS l JOIN subscribers AS s ON s.id = l.subscriber_id WHERE s.id_hash = $1)`,
		q.Keys.Hash(idNumber)).Scan(&has)
	return has, storeerrors.Translate("find customer", err)
}
