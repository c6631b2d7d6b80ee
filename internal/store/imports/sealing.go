package imports

import (
	"bytes"
	"context"
	"fmt"

	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/imports"
)

// sealing is a list whose secret column is encrypted before it reaches the database, also the temporary table.
type sealing struct {
	*imports.Reader
	seal        func(key string, secret []byte) []byte
	key, secret int
}

// Values returns the values with the secret encrypted.
func (s *sealing) Values() ([]any, error) {
	values, err := s.Reader.Values()
	if err != nil {
		return nil, err
	}
	key, _ := values[s.key].(string)
	secret, _ := values[s.secret].(string)
	values[s.secret] = s.seal(key, []byte(secret))
	return values, nil
}

const pairsAtOnce = 5_000

// dropEqual drops cards with an unchanged PUK from the list, because each encryption of the same secret looks different.
func (q Imports) dropEqual(ctx context.Context) error {
	for last := ""; ; {
		pairs, err := q.readPairs(ctx, last)
		if err != nil || len(pairs) == 0 {
			return err
		}
		last = pairs[len(pairs)-1].ICCID
		same, err := q.same(pairs)
		if err != nil {
			return err
		}
		if err := q.exec(ctx, "DELETE FROM staged WHERE iccid = ANY (?)", pgdialect.Array(same)); err != nil {
			return err
		}
	}
}

// pair is a card both in the list and in the table.
type pair struct {
	ICCID       string `bun:"iccid"`
	There, Said []byte
}

func (q Imports) readPairs(ctx context.Context, after string) (pairs []pair, err error) {
	err = q.DB.NewSelect().TableExpr("staged AS s").Join("JOIN sims AS t ON t.iccid = s.iccid").Column("s.iccid").
		ColumnExpr("t.puk1 AS there").ColumnExpr("s.puk1 AS said").
		Where("s.iccid > ?", after).Order("s.iccid").Limit(pairsAtOnce).Scan(ctx, &pairs)
	if err != nil {
		return nil, fmt.Errorf("import: compare cards: %w", err)
	}
	return pairs, nil
}

func (q Imports) same(pairs []pair) (iccids []string, err error) {
	for _, p := range pairs {
		there, err := q.Open(p.ICCID, p.There)
		if err != nil {
			return nil, err
		}
		said, err := q.Open(p.ICCID, p.Said)
		if err != nil {
			return nil, err
		}
		if bytes.Equal(there, said) {
			iccids = append(iccids, p.ICCID)
		}
	}
	return iccids, nil
}
