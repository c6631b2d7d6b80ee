// Package storetest has what the tests of the store share.
package storetest

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// Soon and past return ends of holds, by the database's clock.
func Soon() time.Time { return time.Now().Add(15 * time.Minute) }
func Past() time.Time { return time.Now().Add(-time.Minute) }

func NewID() string { return uuid.Must(uuid.NewV7()).String() }

// Database returns the owner's connection for tests that look at rows. The store has only the rights of the application.
func Database(t testing.TB) (*bun.DB, *store.Store) {
	t.Helper()
	return testkit.Databases(t)
}

func Exec(t testing.TB, db bun.IDB, statement string, args ...any) {
	t.Helper()
	_, err := db.NewRaw(statement, args...).Exec(t.Context())
	require.NoError(t, err)
}

// FullOrder returns an order with every part filled.
func FullOrder() contract.Order {
	at := time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC)
	id := NewID()
	return contract.Order{
		ID: id, Number: "SC" + id[len(id)-8:], Kind: contract.KindSIM, NumberSource: contract.NumberNew, Language: "ar",
		Stage: contract.StageWizard, Step: contract.StepPayment, Seq: 1, CreatedAt: at,
		Booking:  &contract.Booking{MSISDN: "0571234567", Category: "bronze", Price: 3000, HeldSince: at, HeldUntil: at.Add(time.Hour)},
		Plan:     &contract.Plan{ID: "hawakom-90", NameEn: "Hawakom 90", NameAr: "هواكم 90", Price: 9000, SubscriptionType: "prepaid"},
		Person:   &contract.Person{IDNumber: "1000000008", Nationality: "SA", BirthDate: "1990-01-01", FullNameEn: "Noura Alharbi", FullNameAr: "نورة الحربي"},
		Contact:  &contract.Contact{FullName: "Noura Alharbi", Email: "noura@example.sa", Mobile: "0501112233"},
		Delivery: &contract.Delivery{Method: contract.DeliverHome, Fee: 2500, Address: &contract.Address{City: "riyadh", Area: "Olaya", Street: "Tahlia", BuildingNumber: "4512"}},
		SIM:      &contract.SIM{ICCID: "8996605000000000017", PUK1: "48151623"},
	}
}

func Opened(t testing.TB, s *store.Store, o contract.Order) contract.Order {
	t.Helper()
	require.NoError(t, s.Orders.Open(t.Context(), o, []byte("session of "+o.ID), ""))
	return o
}

// BadTexts are arguments that would change a statement if they were read as a part of it.
var BadTexts = []string{
	`it's`, `''`, `"quoted"`, `what?`, `?0 ?1`, `??`, `\?`, `$1`, `\' OR true --`, `'; DROP TABLE notes; --`, `back\slash\`, `{"a","b"}`,
	`{?}`, `$$`, `E'\n'`, "two\nlines", `سؤال؟`,
}
