package spending_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/usage"
	"selfcare/internal/spending"
	"selfcare/internal/store/storetest"
)

// A single event that the database refuses holds no other of its batch.
func TestIntake_RefusedEvent_KeepsTheRest(t *testing.T) {
	_, s := storetest.Database(t)
	storetest.Metered(t, s, "0570000001")
	const bad = 17
	var batch []usage.Event
	for n := range 30 {
		e := storetest.Used(fmt.Sprintf("cdr-%08d", n), "0570000001", "data", 1, storetest.Today.Add(-time.Hour))
		e.Charged = int64(n % 2)
		batch = append(batch, e)
	}
	batch[bad].ID = strings.Repeat("x", 81) // the contract allows 80 characters
	intake := spending.Intake{Store: s, Now: time.Now}
	for _, taken := range []int{29, 0} {
		counted, err := intake.Count(context.Background(), batch)
		require.NoError(t, err)
		require.Equal(t, map[int]contract.Code{bad: contract.FailRecord}, counted.Refused)
		require.Equal(t, taken, counted.Taken)
		require.Equal(t, 29-taken, counted.Known)
	}
}
