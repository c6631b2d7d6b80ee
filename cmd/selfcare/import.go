package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"selfcare/cmd/selfcare/app"
)

// importCommand brings in what is sold.
type importCommand struct {
	Plans    plansCommand    `cmd:"" help:"Make the catalogue of plans that of a file, whole or, when something in it cannot be meant, not at all."`
	Vouchers vouchersCommand `cmd:"" help:"Add the vouchers of a list: CSV of code, riyals, last day (YYYY-MM-DD)."`
}

type plansCommand struct {
	File   string `required:"" help:"YAML or JSON; dev/seed/plans.yaml is a pattern." type:"existingfile"`
	DryRun bool   `help:"Only say what it would change."`
}

// Run imports the file and says what has changed.
func (c plansCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	file, err := os.ReadFile(c.File)
	if err != nil {
		return fmt.Errorf("read the plans: %w", err)
	}
	changes, err := app.ImportPlans(ctx, cfg, log, filepath.Base(c.File), string(file), c.DryRun)
	if err != nil {
		return fmt.Errorf("%s:\n%w", c.File, err)
	}
	_, err = fmt.Print(app.DescribePlans(changes, c.DryRun))
	return err
}

type vouchersCommand struct {
	List   string `arg:"" help:"The list." type:"existingfile"`
	Batch  string `required:"" help:"What the list is called in the books."`
	DryRun bool   `help:"Only say what it would add."`
}

// Run adds the vouchers, all or none.
func (c vouchersCommand) Run(ctx context.Context) (err error) {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	list, err := os.Open(c.List)
	if err != nil {
		return err
	}
	defer list.Close()
	added, known, err := app.ImportVouchers(ctx, cfg, log, list, c.Batch, c.DryRun)
	if err != nil {
		return err
	}
	_, err = fmt.Printf("%d vouchers added, %d were there already%s\n", added, known, map[bool]string{true: " (dry run: nothing was changed)"}[c.DryRun])
	return err
}
