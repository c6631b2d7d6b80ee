package seed

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/store/seal"
	"selfcare/internal/store/sim"
)

const (
	simStock = 5_000
	// iccidStart is 89 for telecommunications, 966 for Saudi Arabia and the two digits of the issuer.
	iccidStart = "8996605"
)

func seedSIMCards(ctx context.Context, db bun.IDB, keys *seal.Keys) error {
	if have, err := count(ctx, db, "sims"); err != nil || have >= simStock {
		return err
	}
	iccids, puks := make([]string, simStock), make([][]byte, simStock)
	for i := range simStock {
		puk, err := randomPUK()
		if err != nil {
			return err
		}
		iccids[i] = iccid(i + 1)
		puks[i] = keys.Seal(sim.SealContext(iccids[i]), []byte(puk))
	}
	_, err := db.NewRaw("INSERT INTO sims (iccid, puk1) SELECT * FROM unnest(?::text[], ?::bytea[]) ON CONFLICT DO NOTHING",
		pgdialect.Array(iccids), pgdialect.Array(puks)).Exec(ctx)
	return err
}

// iccid is the number of a card: 18 digits and a check digit.
func iccid(serial int) string {
	digits := fmt.Sprintf("%s%011d", iccidStart, serial)
	return digits + luhn(digits)
}

// luhn is the check digit that makes the sum divisible by ten when every second digit from the right is doubled.
func luhn(digits string) string {
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 0 {
			d *= 2
		}
		sum += d/10 + d%10
	}
	return fmt.Sprint((10 - sum%10) % 10)
}

func randomPUK() (string, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(100_000_000))
	if err != nil {
		return "", fmt.Errorf("draw puk: %w", err)
	}
	return fmt.Sprintf("%08d", n), nil
}
