package seed

import (
	"context"
	"time"

	"github.com/google/uuid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/store"
	"selfcare/internal/store/linesim"
	"selfcare/internal/store/setting"
)

// Serials of SIMs in service from the start: beyond the stock.
const (
	inService = 1_000_001
	further   = 2_000_001
)

// seeded makes ids that are the same at each run.
var seeded = uuid.MustParse("5e1fca4e-0000-4000-8000-000000000000")

func simID(serial int) string { return uuid.NewSHA1(seeded, []byte(iccid(serial))).String() }

func seedPrimarySIM(ctx context.Context, s *store.Store, lineID string, serial int) error {
	return s.LineSIMs.Add(ctx, linesim.SIM{
		ID: simID(serial), LineID: lineID, ICCID: iccid(serial), Primary: true, State: contract.SIMActive,
		Type: contract.SIMPhysical, Since: time.Now(),
	})
}

// seedExtraSIMs adds two SIMs to the main account: one in a watch, and one that was given up. A SIM that must be activated needs an
// order of its own: it is ordered, not seeded.
func seedExtraSIMs(ctx context.Context, s *store.Store) error {
	main, err := s.Lines.ByNumber(ctx, "0570000003")
	if err != nil {
		return err
	}
	watch := linesim.SIM{
		ID: simID(further), LineID: main.ID, ICCID: iccid(further), Name: "Watch", State: contract.SIMActive,
		Type: contract.SIMEmbedded, MonthlyFee: setting.Defaults().MultiSIMMonthlyFee, Since: time.Now(),
	}
	car := watch
	car.ID, car.ICCID, car.Name, car.State, car.Type = simID(further+1), iccid(further+1), "Car", contract.SIMInactive, contract.SIMPhysical
	car.Since, car.Until = watch.Since.AddDate(0, -6, 0), watch.Since.AddDate(0, -2, 0)
	car.FeeUntil = line.FeeUntil(car.Until)
	for _, sim := range []linesim.SIM{watch, car} {
		if err := s.LineSIMs.Add(ctx, sim); err != nil {
			return err
		}
	}
	return nil
}
