package seed

import (
	"context"
	_ "embed"
	"fmt"

	"selfcare/internal/domain/configfile"
	"selfcare/internal/domain/plan"
	"selfcare/internal/store"
)

// PlansFile is the catalogue of plans.
//
//go:embed plans.yaml
var PlansFile string

const (
	plansSource = "development data"
	month       = 30 // days
)

// seedPlans follows the file, unless another one was imported.
func seedPlans(ctx context.Context, s *store.Store) error {
	from, err := s.Catalogue.PlansFrom(ctx)
	if err != nil || from != "" && from != plansSource {
		return err
	}
	wanted, err := plan.Parse(PlansFile)
	if err != nil {
		return err
	}
	_, problems, err := s.Catalogue.ReplacePlans(ctx, wanted, plansSource)
	if err == nil && len(problems) > 0 {
		return fmt.Errorf("plans.yaml: %w", configfile.Locate(PlansFile, problems))
	}
	return err
}
