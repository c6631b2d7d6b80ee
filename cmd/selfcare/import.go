package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/alecthomas/kong"

	"selfcare/cmd/selfcare/app"
)

// importCommand imports the products on sale.
type importCommand struct {
	Plans    plansCommand    `cmd:"" help:"Replace the catalogue of plans with a file. If any part is invalid, nothing changes."`
	Vouchers vouchersCommand `cmd:"" help:"Add the vouchers of a list: CSV of code, riyals, last day (YYYY-MM-DD)."`

	NumberClasses listCommand `cmd:"" help:"Classes of numbers and their prices."`
	Numbers       listCommand `cmd:"" help:"Numbers that are sold."`
	SIMCards      listCommand `cmd:"" name:"sim-cards" help:"Cards in stock with their PUKs."`
	Devices       listCommand `cmd:"" help:"Phone models that take an eSIM."`
	DataPacks     listCommand `cmd:"" help:"Data packs and their prices."`
	Cities        listCommand `cmd:"" help:"Cities of addresses, branches and stores."`
	Branches      listCommand `cmd:"" help:"Branches of the courier where parcels are picked up."`
	Stores        listCommand `cmd:"" help:"Our stores."`
	Operators     listCommand `cmd:"" help:"Operators that a number can come from, and ourselves."`
	Holidays      listCommand `cmd:"" help:"Public holidays, a line for each day."`
	PromoCodes    listCommand `cmd:"" help:"Promo codes."`

	Bundles           listCommand `cmd:"" help:"Bundles and add-ons."`
	BundleCountries   listCommand `cmd:"" help:"Countries in which a bundle can be used."`
	BundleSteps       listCommand `cmd:"" help:"Parts from which customers build a bundle of their own, and their prices."`
	Offers            listCommand `cmd:"" help:"Offers, and the bundle or plan that each leads to."`
	ServiceCategories listCommand `cmd:"" help:"Pages of value-added services."`
	Services          listCommand `cmd:"" help:"Value-added services."`
	GameBrands        listCommand `cmd:"" help:"Brands of games."`
	Games             listCommand `cmd:"" help:"Denominations of games and their prices."`
	Countries         listCommand `cmd:"" help:"Countries, and the prices of calls to them."`
	RoamingOperators  listCommand `cmd:"" help:"Operators abroad and their roaming rates."`
}

// listCommand imports a list of the kind in its name.
type listCommand struct {
	File   string `arg:"" help:"CSV with a heading, or YAML; dev/seed/lists has a pattern of each." type:"existingfile"`
	DryRun bool   `help:"Only report the changes."`
	Whole  bool   `help:"The list is complete: rows that it lacks are removed (branches, stores, holidays)."`
}

// Run imports the list and reports the changes.
func (c listCommand) Run(ctx context.Context, said *kong.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	file, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer file.Close()
	kind := said.Selected().Name
	result, err := app.ImportList(ctx, cfg, log, app.List{
		Kind: kind, Name: filepath.Base(c.File), File: file, DryRun: c.DryRun, Whole: c.Whole,
		Says: func(doing string) { fmt.Fprintln(os.Stderr, doing) },
	})
	if err != nil {
		return fmt.Errorf("%s: nothing was changed:\n%w", c.File, err)
	}
	_, err = fmt.Print(app.DescribeImport(kind, result, c.DryRun))
	return err
}

type plansCommand struct {
	File   string `required:"" help:"YAML or JSON; dev/seed/plans.yaml is a pattern." type:"existingfile"`
	DryRun bool   `help:"Only report the changes."`
}

// Run imports the file and reports the changes.
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
	Batch  string `required:"" help:"Name of the list in the books."`
	DryRun bool   `help:"Only report the changes."`
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
